#include "holdfast/ais/agent_file.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "holdfast/base/digest.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/json.h"

namespace holdfast::ais {
namespace {

static_assert(std::endian::native == std::endian::little, "the file format is little-endian");

constexpr std::string_view kMagic = "HOLDFAIS";
constexpr std::uint32_t kVersion = 1;

template <class T>
void put(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put(std::string& bytes, const Vector<float>& v) {
  bytes.append(reinterpret_cast<const char*>(v.data()),
               static_cast<std::size_t>(v.size()) * sizeof(float));
}

class Reader {
 public:
  Reader(std::string_view bytes, const std::filesystem::path& path) : rest_(bytes), path_(path) {}

  std::string_view take(std::size_t n) {
    if (n > rest_.size()) refuse("is truncated; make it anew with `holdfast train ais`");
    const std::string_view taken = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return taken;
  }
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  void read(Vector<float>& v) {
    const std::string_view bytes = take(static_cast<std::size_t>(v.size()) * sizeof(float));
    std::memcpy(v.data(), bytes.data(), bytes.size());
  }
  std::size_t left() const { return rest_.size(); }
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(fmt::format("{}: {}", path_.string(), what));
  }

 private:
  std::string_view rest_;
  const std::filesystem::path& path_;
};

nlohmann::json header_json(const AgentFile& agent) {
  const Options& o = agent.options;
  const Progress& p = agent.progress;
  nlohmann::json curve = nlohmann::json::array();
  for (const Evaluation& e : p.curve) {
    curve.push_back({e.batch, e.episodes, e.mean, or_null(e.ci95)});
  }
  return {{"domain", agent.domain},
          {"layout", agent.layout},
          {"seed", agent.seed},
          {"observations", p.weights.shape.observations},
          {"actions", p.weights.shape.actions},
          {"loss", to_string(o.loss)},
          {"lambda", o.lambda},
          {"state_rate", o.state_rate},
          {"policy_rate", o.policy_rate},
          {"hidden", o.hidden},
          {"head", o.head},
          {"batch_steps", o.batch_steps},
          {"evaluate_every", o.evaluate_every},
          {"evaluation_episodes", o.evaluation_episodes},
          {"evaluation_steps", o.evaluation_steps},
          {"batches", p.batches},
          {"episodes", p.episodes},
          {"curve", std::move(curve)}};
}

Options options_from(const nlohmann::json& h) {
  Options o;
  o.loss = loss_from_string(h.at("loss").get<std::string>());
  o.lambda = h.at("lambda").get<double>();
  o.state_rate = h.at("state_rate").get<double>();
  o.policy_rate = h.at("policy_rate").get<double>();
  o.hidden = h.at("hidden").get<int>();
  o.head = h.at("head").get<int>();
  o.batch_steps = h.at("batch_steps").get<int>();
  o.evaluate_every = h.at("evaluate_every").get<int>();
  o.evaluation_episodes = h.at("evaluation_episodes").get<int>();
  o.evaluation_steps = h.at("evaluation_steps").get<int>();
  check(o);
  return o;
}

Shape shape_from(const nlohmann::json& h, const Options& options) {
  const Shape shape{.observations = h.at("observations").get<int>(),
                    .actions = h.at("actions").get<int>(),
                    .hidden = options.hidden,
                    .head = options.head};
  if (shape.observations < 1 || shape.observations > kMaxObservations || shape.actions < 1 ||
      shape.actions > ActionSet::kCapacity) {
    throw InputError("numbers of observations or actions out of range");
  }
  return shape;
}

AgentFile agent_from(const nlohmann::json& h) {
  const Options options = options_from(h);
  AgentFile agent{.domain = h.at("domain").get<std::string>(),
                  .layout = h.at("layout").get<std::string>(),
                  .seed = h.at("seed").get<std::uint64_t>(),
                  .options = options,
                  .progress = {.batches = h.at("batches").get<std::int64_t>(),
                               .episodes = h.at("episodes").get<std::int64_t>(),
                               .weights = Weights<float>(shape_from(h, options)),
                               .state_moments = {},
                               .policy_moments = {},
                               .curve = {}}};
  for (const nlohmann::json& e : h.at("curve")) {
    Evaluation& point = agent.progress.curve.emplace_back();
    point = {e.at(0).get<std::int64_t>(), e.at(1).get<std::int64_t>(), e.at(2).get<double>(), {}};
    if (!e.at(3).is_null()) point.ci95 = e.at(3).get<double>();
  }
  return agent;
}

AgentFile read_header(Reader& reader) {
  const auto length = reader.number<std::uint64_t>();
  const std::string_view text = reader.take(length);
  try {
    return agent_from(parse_json(text));
  } catch (const nlohmann::json::exception&) {
    reader.refuse("its header is damaged; copy it again, or train the agent anew");
  } catch (const InputError& e) {
    reader.refuse(fmt::format("its header is damaged ({})", e.what()));
  }
}

void read_moments(Reader& reader, Adam::Moments& moments, Eigen::Index size) {
  moments = {reader.number<std::int64_t>(), Vector<float>(size), Vector<float>(size)};
  reader.read(moments.mean);
  reader.read(moments.square);
}

void put_moments(std::string& bytes, const Adam::Moments& moments) {
  put(bytes, moments.steps);
  put(bytes, moments.mean);
  put(bytes, moments.square);
}

}  // namespace

void save_agent(const AgentFile& agent, const std::filesystem::path& path) {
  AtomicFile file(path);
  const std::string header = header_json(agent).dump();
  std::string bytes(kMagic);
  put(bytes, kVersion);
  put(bytes, static_cast<std::uint64_t>(header.size()));
  bytes += header;
  put(bytes, agent.progress.weights.state);
  put(bytes, agent.progress.weights.policy);
  put_moments(bytes, agent.progress.state_moments);
  put_moments(bytes, agent.progress.policy_moments);
  // Enough to notice damage.
  put(bytes, fnv1a(bytes));
  file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.commit();
}

AgentFile load_agent(const std::filesystem::path& path) {
  const std::string bytes = read_file(path);
  Reader reader(bytes, path);
  if (!bytes.starts_with(kMagic)) {
    reader.refuse("is not an AIS agent; `holdfast train ais` writes one");
  }
  reader.take(kMagic.size());
  if (const auto version = reader.number<std::uint32_t>(); version != kVersion) {
    reader.refuse(
        fmt::format("has format version {}, and this program reads version {}; "
                    "train the agent anew",
                    version, kVersion));
  }
  AgentFile agent = read_header(reader);
  Progress& p = agent.progress;
  reader.read(p.weights.state);
  reader.read(p.weights.policy);
  read_moments(reader, p.state_moments, p.weights.state.size());
  read_moments(reader, p.policy_moments, p.weights.policy.size());
  const std::size_t end = bytes.size() - reader.left();
  const auto stored = reader.number<std::uint64_t>();
  if (reader.left() > 0) reader.refuse("has more bytes than an AIS agent; is it another file?");
  if (stored != fnv1a(std::string_view(bytes).substr(0, end))) {
    reader.refuse("is damaged (its checksum is wrong); copy it again, or train the agent anew");
  }
  return agent;
}

}  // namespace holdfast::ais
