// Domains with one fault each, chosen by a parameter, for messages that say what is wrong.
#include "holdfast/domains/plugin.h"

namespace holdfast {

// A walk in a straight line past posts.
struct Faulty {
  static constexpr const char* name = "faulty";
  static constexpr const char* summary = "A walk past posts, with faults on demand.";
  static std::vector<ParameterInfo> parameters() {
    return {whole_number("posts", 3, 1, 1000, "entities"),
            whole_number("stride", 1, 1, 100000, "how far a step leads"),
            whole_number("actions", 2, 0, 1000, "how many actions it says that it has"),
            {"ask", "stride", "the parameter that it asks for"}};
  }
  explicit Faulty(const Parameters& p)
      : posts(p.integer("posts")),
        stride(p.integer(p.text("ask"))),
        actions(p.integer("actions")) {}

  struct State {
    int place = 0;
  };
  double discount() const { return 0.9; }
  int action_count() const { return actions; }
  int observation_count() const { return 1; }
  State sample_initial(Rng&) const { return {}; }
  bool is_terminal(const State& s) const { return s.place >= 10; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(2); }
  Outcome step(State& s, Action a, Rng&) const {
    if (is_terminal(s)) return {0, 0, true};
    s.place += a == 1 ? 1 : 0;
    return {0, a == 1 ? 1.0 : 0.0, is_terminal(s)};
  }

  int posts;
  int stride;
  int actions;
};

template <>
struct Symbols<Faulty> : SymbolsFor<Faulty> {
  using SymbolsFor::SymbolsFor;
  struct Known {
    int place = 0;
  };
  struct About {
    int distance = 0;
  };
  static constexpr auto words =
      std::to_array<Word<About>>({{.name = "dist",
                                   .says = "post {} is {} away",
                                   .of = [](const About& post, int) { return post.distance; },
                                   .low = 0,
                                   .high = 500}});
  static constexpr auto deeds = std::to_array<Deed<About>>({{"stay"}, {"walk"}});
  std::vector<logic::Term> entities() const { return logic::numbered_entities(model->posts); }
  static Known at(const Faulty::State& s, const Moment&) { return {s.place}; }
  About about(const Known& known, int post) const { return {model->stride * known.place + post}; }
  static bool after(About&, Action) { return false; }
};

// The same with a word that is declared twice.
struct Twice : Faulty {
  static constexpr const char* name = "twice";
  using Faulty::Faulty;
};

template <>
struct Symbols<Twice> : Symbols<Faulty> {
  static constexpr std::string_view domain = Twice::name;
  static constexpr std::array<Word<About>, 2> words{Symbols<Faulty>::words[0],
                                                    Symbols<Faulty>::words[0]};
  explicit Symbols(std::shared_ptr<const Twice> model) : Symbols<Faulty>(std::move(model)) {}
};

HOLDFAST_DOMAIN(Faulty);
HOLDFAST_DOMAIN(Twice);

}  // namespace holdfast
