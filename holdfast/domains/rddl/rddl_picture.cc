#include "holdfast/domains/rddl/rddl_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/domains/rddl/rddl_layout.h"

namespace holdfast {
namespace {

bool is_set(const std::uint64_t* state, int bit) {
  return (state[bit / 64] >> (bit % 64) & 1) != 0;
}

// A world and a belief, bit by bit.
class Look {
 public:
  Look(const rddl::BitFilter& filter, const std::uint64_t* world,
       std::span<const std::uint64_t* const> particles)
      : filter_(filter), world_(world), particles_(particles) {}

  bool is_so(int bit) const { return is_set(world_, bit); }
  bool believes() const { return !particles_.empty(); }
  std::span<const std::uint64_t* const> particles() const { return particles_; }
  double share(int bit) const {
    const auto count =
        std::ranges::count_if(particles_, [&](const std::uint64_t* s) { return is_set(s, bit); });
    return static_cast<double>(count) / static_cast<double>(particles_.size());
  }
  Chance chance(int bit, std::string says) const {
    Chance chance{std::move(says), {}, is_so(bit)};
    if (believes() && !filter_.is_known(bit)) chance.believed = share(bit);
    return chance;
  }

 private:
  const rddl::BitFilter& filter_;
  const std::uint64_t* world_;
  std::span<const std::uint64_t* const> particles_;
};

void draw(Scene& scene, const RddlLayout::Thing& thing, const Look& look) {
  for (std::size_t i = 0; i < thing.bits.size(); ++i) {
    if (look.is_so(thing.bits[i])) scene.mark(thing.cells[i], thing.kind, thing.label);
    if (thing.kind.hidden && look.believes()) {
      scene.heat(thing.cells[i], thing.kind, look.share(thing.bits[i]));
    }
  }
}

std::optional<Cell> where(const RddlLayout::Walker& walker, const std::uint64_t* state) {
  const auto first = [&](const std::vector<int>& bits) {
    const auto found = std::ranges::find_if(bits, [&](int b) { return is_set(state, b); });
    return static_cast<int>(found - bits.begin());
  };
  const Cell at{first(walker.columns), first(walker.rows)};
  if (at.x == static_cast<int>(walker.columns.size())) return std::nullopt;
  if (at.y == static_cast<int>(walker.rows.size())) return std::nullopt;
  return at;
}

void draw(Scene& scene, const RddlLayout::Walker& walker, const std::uint64_t* world,
          const Look& look) {
  if (const auto at = where(walker, world)) scene.mark(*at, walker.kind);
  if (!walker.kind.hidden) return;
  const double each = 1.0 / static_cast<double>(std::max<std::size_t>(1, look.particles().size()));
  for (const std::uint64_t* particle : look.particles()) {
    if (const auto at = where(walker, particle)) scene.heat(*at, walker.kind, each);
  }
}

void draw(Scene& scene, const RddlLayout::Objects& group, const Look& look) {
  for (const RddlLayout::Object& o : group.objects) {
    std::optional<Chance> chance;
    if (o.bit >= 0) chance = look.chance(o.bit, fmt::format("{}({})", group.hidden, o.name));
    scene.mark(o.at, group.kind, o.label, std::move(chance));
  }
}

}  // namespace

RddlPicture::RddlPicture(const rddl::BitFilter& filter)
    : layout_(std::make_unique<const RddlLayout>(rddl_layout(filter))) {}
RddlPicture::~RddlPicture() = default;

Scene RddlPicture::scene(const std::uint64_t* world,
                         std::span<const std::uint64_t* const> particles) const {
  const RddlLayout& layout = *layout_;
  const Look look(layout.filter, world, particles);
  Scene scene = layout.width > 0 ? Scene(layout.width, layout.height) : Scene();
  for (const RddlLayout::Ground& g : layout.ground) {
    for (const Cell c : g.cells) scene.ground(c, g.kind);
  }
  for (const RddlLayout::Objects& group : layout.objects) draw(scene, group, look);
  for (const RddlLayout::Thing& thing : layout.things) draw(scene, thing, look);
  for (const RddlLayout::Walker& walker : layout.walkers) draw(scene, walker, world, look);
  for (const RddlLayout::Strewn& s : layout.strewn) {
    for (const auto& [at, p] : s.chances) scene.heat(at, s.kind, p);
  }
  for (const RddlLayout::Said& said : layout.said) scene.chance(look.chance(said.bit, said.says));
  return scene;
}

}  // namespace holdfast
