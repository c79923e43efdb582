#include "holdfast/ais/agent_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/domains/tiger/tiger.h"

namespace holdfast::ais {
namespace {

class AgentFiles : public testing::Test {
 protected:
  AgentFiles() {
    for (int i = 0; i < 7; ++i) {
      trainer_.evaluate_if_due();
      trainer_.train_batch();
    }
    save_agent(agent(trainer_), path_);
  }

  AgentFile agent(const Trainer& trainer) const {
    return {"tiger(accuracy=0.85)", "none", 9, options_, trainer.progress()};
  }
  void write(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }
  // The message with which loading fails.
  std::string refusal() const {
    try {
      load_agent(path_);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }

  Options options_{.loss = Loss::mmd,
                   .lambda = 1e-3,
                   .hidden = 8,
                   .head = 4,
                   .batch_steps = 20,
                   .evaluate_every = 3,
                   .evaluation_episodes = 4};
  ModelWorld<Tiger> world_{std::make_shared<Tiger>()};
  Trainer trainer_{world_, options_, 9};
  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "agent.bin";
};

TEST_F(AgentFiles, KeepEverything) {
  const AgentFile read = load_agent(path_);
  EXPECT_EQ(read.domain, "tiger(accuracy=0.85)");
  EXPECT_EQ(read.layout, "none");
  EXPECT_EQ(read.seed, 9u);
  EXPECT_EQ(read.options.loss, Loss::mmd);
  EXPECT_EQ(read.options.lambda, 1e-3);
  EXPECT_EQ(read.progress.batches, 7);
  EXPECT_EQ(read.progress.weights.state, trainer_.weights().state);
  EXPECT_EQ(read.progress.weights.policy, trainer_.weights().policy);
  EXPECT_EQ(read.progress.curve, trainer_.curve());
}

// The point of checkpoints: byte for byte the file of a training that was never interrupted.
TEST_F(AgentFiles, ResumeExactly) {
  ModelWorld<Tiger> other_world{std::make_shared<Tiger>()};
  Trainer resumed(other_world, options_, 9);
  resumed.restore(load_agent(path_).progress);
  for (Trainer* trainer : {&trainer_, &resumed}) {
    while (trainer->batches() < 15) {
      trainer->evaluate_if_due();
      trainer->train_batch();
    }
  }
  save_agent(agent(trainer_), path_);
  const std::string straight = read_file(path_);
  save_agent(agent(resumed), path_);
  EXPECT_EQ(straight, read_file(path_));
}

TEST_F(AgentFiles, TruncatedAnywhereIsRefused) {
  const std::string whole = read_file(path_);
  for (std::size_t n = 0; n < whole.size(); n += n < 600 ? 1 : 97) {
    write(whole.substr(0, n));
    EXPECT_NE(refusal(), "") << n << " bytes";
  }
}

TEST_F(AgentFiles, DamagedAnywhereIsRefused) {
  const std::string whole = read_file(path_);
  for (std::size_t i = 0; i < whole.size(); i += 41) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    write(damaged);
    EXPECT_NE(refusal(), "") << "byte " << i;
    EXPECT_EQ(refusal().find("json.exception"), std::string::npos) << refusal();
  }
}

TEST_F(AgentFiles, MessagesSayWhatIsWrong) {
  const std::string whole = read_file(path_);
  write("traces");
  EXPECT_NE(refusal().find("not an AIS agent"), std::string::npos);
  write(whole.substr(0, whole.size() / 2));
  EXPECT_NE(refusal().find("truncated"), std::string::npos);
  std::string newer = whole;
  newer[8] = 2;
  write(newer);
  EXPECT_NE(refusal().find("version 2"), std::string::npos);
  write(whole + "x");
  EXPECT_NE(refusal().find("more bytes"), std::string::npos);
}

}  // namespace
}  // namespace holdfast::ais
