// What rules may ask of a domain, said once.
//
// A domain specialises Symbols<M> beside its model: what its agent knows at a history (Known), what
// that says about one entity (About), the words of its rules as functions of About, its deeds, and
// what a deed does to About or Known. From this follow the vocabulary, the facts of a belief and of
// every simulated history, how far Γ looks ahead, traces, explanations, guides and default policies
// (declared_belief.h, rules_in_search.h); the domain writes nothing of it again.
//
//   template <>
//   class Symbols<Corridor> {
//    public:
//     struct Known { int cell; };
//     struct About { int distance; };
//     static constexpr std::string_view domain = "corridor";
//     static constexpr auto words = std::to_array<Word<About>>(
//         {{"dist", "door {} is {} steps away", [](const About& d, int) { return d.distance; }}});
//     static constexpr auto deeds = std::to_array<Deed<About>>({{"go"}, {"listen", true, true}});
//     ...
//   };
//
// What is true of no entity in particular (how many rocks are left) is said of the Whole, if a
// domain declares it: words of the Whole stand in rules without an entity, left(N).
//
// A domain that is read from a file knows its words and deeds only then: it has them as vectors,
// members of its declaration, in place of the constants above. Words differ by their `first` there,
// which is the index that their common function is given.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "holdfast/logic/facts.h"
#include "holdfast/logic/memory_words.h"
#include "holdfast/macro/joint.h"
#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/moment.h"

namespace holdfast {

// guess(R,V): a number that follows from what is known about one entity; kAbsent: no such fact.
// Word<Whole>, left(V): one that follows from what is known on the whole.
template <class About>
struct Word {
  const char* name;
  // For people (in_words.h), with places for the entity if it is about one, the index of a series,
  // and the value: "rock {} is good with {} %", "rock {} is {} to the {east|west}".
  const char* says;
  int (*of)(const About& about, int index);
  logic::Feature::Kind kind = logic::Feature::Kind::value;
  // The indices of a series.
  int first = 0;
  int last = 0;
  // Values that leave this range are refused at the beliefs of an episode.
  int low = logic::Column::kLeast;
  int high = logic::Column::kMost;
};

// check(R): an action by its name in rules.
template <class About>
struct Deed {
  const char* name;
  bool of_entity = false;
  // It tells something and changes nothing: default policies pass over it, since a rule that asks
  // for it may go on asking for ever.
  bool only_looks = false;
  // Of an entity, for the deed of this number; null: always.
  bool (*possible)(const About& about, int deed) = nullptr;
};

// No root: what an agent knows at a history follows from the history alone.
struct NoRoot {};

// Nothing is said of the whole.
struct NoWhole {};

template <class M>
class Symbols {};

// What most declarations say alike, to derive from: they keep their model, bear its name, and count
// their deeds as it counts its actions.
template <class M>
struct SymbolsFor {
  static constexpr std::string_view domain = M::name;
  explicit SymbolsFor(std::shared_ptr<const M> m) : model(std::move(m)) {}
  static constexpr Action action(int deed, int) { return deed; }

  std::shared_ptr<const M> model;
};

namespace symbols_detail {

template <class S>
struct WholeOf {
  using type = NoWhole;
};
template <class S>
requires requires { typename S::Whole; }
struct WholeOf<S> {
  using type = typename S::Whole;
};
template <class M>
using Whole = typename WholeOf<Symbols<M>>::type;

template <class S>
struct RootOf {
  using type = NoRoot;
};
template <class S>
requires requires { typename S::Root; }
struct RootOf<S> {
  using type = typename S::Root;
};

template <class M>
using Root = typename RootOf<Symbols<M>>::type;
template <class M>
using Known = typename Symbols<M>::Known;
template <class M>
using About = typename Symbols<M>::About;

// What a declaration asks for is what its functions take.
template <class M>
concept KnownByState = requires(const Symbols<M>& s, const typename M::State& state,
                                const Moment& now) {
  { s.at(state, now) } -> std::same_as<Known<M>>;
};
template <class M>
concept KnownByMemory = requires(const Symbols<M>& s, const typename M::State& state,
                                 const Memory<M>& memory, const Moment& now) {
  { s.at(state, memory, now) } -> std::same_as<Known<M>>;
};
template <class M>
concept AboutByRoot = requires(const Symbols<M>& s, const Root<M>& root, const Known<M>& known) {
  { s.about(root, known, 0) } -> std::same_as<About<M>>;
};
template <class M>
concept AboutByKnown = requires(const Symbols<M>& s, const Known<M>& known) {
  { s.about(known, 0) } -> std::same_as<About<M>>;
};
template <class M>
concept WholeByRoot = requires(const Symbols<M>& s, const Root<M>& root, const Known<M>& known) {
  { s.whole(root, known) } -> std::convertible_to<Whole<M>>;
};
template <class M>
concept WholeByKnown = requires(const Symbols<M>& s, const Known<M>& known) {
  { s.whole(known) } -> std::convertible_to<Whole<M>>;
};
// What a deed does, for each entity by itself, or for all that is known; false: only the world can
// tell.
template <class M>
concept AboutAfter = requires(const Symbols<M>& s, About<M>& about) {
  { s.after(about, Action{}) } -> std::same_as<bool>;
};
template <class M>
concept KnownAfter = requires(const Symbols<M>& s, Known<M>& known) {
  { s.after(known, Action{}) } -> std::same_as<bool>;
};

// Where deeds are told for each entity by itself, they are told for the whole, too.
template <class M>
concept WholeAfter = requires(const Symbols<M>& s, Whole<M>& whole) {
  { s.after(whole, Action{}) } -> std::same_as<bool>;
};

template <class M>
concept HasWhole = !std::same_as<Whole<M>, NoWhole>;
template <class M>
concept SaysWhole =
    !HasWhole<M> || ((WholeByRoot<M> || WholeByKnown<M>)&&(WholeAfter<M> || !AboutAfter<M>));
template <class M>
concept SaysKnown = KnownByState<M> || KnownByMemory<M>;
template <class M>
concept SaysAbout = AboutByRoot<M> || AboutByKnown<M>;
template <class M>
concept SaysAfter = AboutAfter<M> || KnownAfter<M>;

}  // namespace symbols_detail

// A declaration is made of its model, and keeps it as long as it looks there. What must be
// declared, beside what is listed here, by the functions
//   Known at(state, now) or at(state, memory, now)        what is known at a simulated history
//   About about(known, entity) or about(root, known, entity)
//   bool after(About&, action) or after(Known&, action)
// and what may be:
//   struct Whole, whole_words          what is known on the whole (a type of its own), and its
//   words
//     Whole whole(known) or whole(root, known)
//     bool after(Whole&, action)       beside after(About&, action): else it follows from Known. An
//                                      action is foreseen if all is, about entities and the whole.
//   struct Root, Root root(belief)     what a search looks up in the belief that it starts from
//   Known known(root)                  at that belief; else at() its particles and memory
//   About said(values)                 back from the values of all words, for facts that somebody
//                                      wrote down
//   Whole whole_said(values)           the same for the words of the whole
//
// What the agent has done itself nobody declares: see logic/memory_words.h.
template <class M>
concept Symbolic = Model<M> && symbols_detail::SaysKnown<M> && symbols_detail::SaysAbout<M> &&
    symbols_detail::SaysAfter<M> && symbols_detail::SaysWhole<M> &&
    requires(const std::shared_ptr<const M>& model, const Symbols<M>& s) {
  Symbols<M>(model);
  { Symbols<M>::domain } -> std::convertible_to<std::string_view>;
  s.words[0].of;
  s.deeds[0].only_looks;
  { s.entities() } -> std::same_as<std::vector<logic::Term>>;
  { s.action(0, 0) } -> std::same_as<Action>;  // of a deed and an entity, 0 and 1 at least
};

// Declarations whose words and deeds are constants, so that the compiler sees what is asked.
template <class M>
concept SaidInAdvance = Symbolic<M> && requires {
  std::tuple_size<std::remove_cvref_t<decltype(Symbols<M>::words)>>::value;
  std::tuple_size<std::remove_cvref_t<decltype(Symbols<M>::deeds)>>::value;
};

// Optional: everything about an entity as a small number. Then what a theory says of an entity is
// in a table, and asking it costs a look-up for each (entity_table.h). Tables do not ask the whole:
// what a deed does to that is certain where it is for every entity.
template <class M>
concept Tabulated = SaidInAdvance<M> && symbols_detail::AboutAfter<M> &&
    symbols_detail::AboutByKnown<M> &&
    requires(const Symbols<M>& s, const symbols_detail::Known<M>& known,
             const symbols_detail::About<M>& about) {
  { s.index_count() } -> std::same_as<int>;
  { s.about_of(0) } -> std::same_as<symbols_detail::About<M>>;
  // The inverse; -1 for what is about no entity that there can be.
  { s.index(about) } -> std::same_as<int>;
  // f(entity, index) for each entity.
  s.for_each_index(known, [](int, int) {});
};

// Optional: all that is known as a small number. Then what a theory says is worked out once for
// each belief.
template <class M>
concept Remembered = Symbolic<M> &&
    requires(const Symbols<M>& s, const symbols_detail::Known<M>& known) {
  { s.place_count() } -> std::same_as<int>;
  { s.place(known) } -> std::same_as<int>;
};

// Optional: what is known can be told apart by a key, a value with == and hash(), for all that the
// words ask of it and of what actions do. Then answers of a search are kept for as many keys as
// there is room for.
template <class M>
concept Recognised = Symbolic<M> &&
    requires(const Symbols<M>& s, const symbols_detail::Known<M>& known) {
  { s.key(known).hash() } -> std::same_as<std::uint64_t>;
  { s.key(known) == s.key(known) } -> std::same_as<bool>;
};

// Optional: what is known is a site, where the agent is, as a small number, and findings, all that
// it remembers, with == and hash(), which moves leave as they are, and of which a theory tells only
// some apart. Then answers are kept by both.
template <class M>
concept Sited = Tabulated<M> &&
    requires(const Symbols<M>& s, const typename M::State& state, const Memory<M>& memory) {
  { s.site_count() } -> std::same_as<int>;
  { s.site(state) } -> std::same_as<int>;
  { s.findings(memory).hash() } -> std::same_as<std::uint64_t>;
  { s.findings(memory) == s.findings(memory) } -> std::same_as<bool>;
  // What is new in the second findings, one of so many changes, if they are told by the first and
  // that alone; else -1. Most looks change one thing.
  { s.change_count() } -> std::same_as<int>;
  { s.change(s.findings(memory), s.findings(memory)) } -> std::same_as<int>;
  // Made of whether the theory says the same of the entities of two indices, and of those that they
  // become: the same for findings that make no difference, at any site.
  {
    s.blur([](int, int) { return true; })(s.findings(memory))
    } -> std::same_as<std::remove_cvref_t<decltype(s.findings(memory))>>;
};

// Optional: the actions that are several deeds at once.
template <class M>
concept Joining = Symbolic<M> && requires(const Symbols<M>& s) {
  { s.joints() } -> std::same_as<const std::vector<Joint>&>;
};

namespace symbols_detail {

struct NoKey {};
template <class M>
struct KeyOf {
  using type = NoKey;
};
template <Recognised M>
struct KeyOf<M> {
  using type = std::remove_cvref_t<decltype(std::declval<const Symbols<M>&>().key(
      std::declval<const Known<M>&>()))>;
};
template <class M>
using Key = typename KeyOf<M>::type;

struct NoBlur {};
template <class M>
struct BlurOf {
  using type = NoBlur;
};
template <Sited M>
struct BlurOf<M> {
  using type = typename Symbols<M>::Blur;
};
template <class M>
using Blur = typename BlurOf<M>::type;
template <Sited M>
using Findings = std::remove_cvref_t<decltype(std::declval<const Symbols<M>&>().findings(
    std::declval<const Memory<M>&>()))>;

}  // namespace symbols_detail

// What asking needs, by what the declaration takes.
template <Symbolic M>
inline constexpr bool kAsksMemory = symbols_detail::KnownByMemory<M>;
template <Symbolic M>
inline constexpr bool kAsksRoot = symbols_detail::AboutByRoot<M> || symbols_detail::WholeByRoot<M>;

// Throws InputError that says which fact leaves its range.
[[noreturn]] void refuse_fact(const logic::Vocabulary& vocabulary, int column, int entity,
                              int value, int low, int high);

// Throws InputError if two words, or two deeds, have one name.
void check_names(const logic::Vocabulary& vocabulary);

// The declaration of one model, with its functions as anyone may call them.
template <Symbolic M>
class Declared {
 public:
  using Known = symbols_detail::Known<M>;
  using About = symbols_detail::About<M>;
  using Root = symbols_detail::Root<M>;
  using Whole = symbols_detail::Whole<M>;

  explicit Declared(const std::shared_ptr<const M>& model) : symbols_(model) {}

  const Symbols<M>* operator->() const { return &symbols_; }
  const Symbols<M>& operator*() const { return symbols_; }

  const auto& words() const { return symbols_.words; }
  const auto& whole_words() const {
    if constexpr (symbols_detail::HasWhole<M>) {
      return symbols_.whole_words;
    } else {
      static constexpr std::array<Word<NoWhole>, 0> none{};
      return none;
    }
  }
  const Deed<About>& deed(int d) const { return symbols_.deeds[static_cast<std::size_t>(d)]; }
  int deed_count() const { return static_cast<int>(symbols_.deeds.size()); }

  Root root(const ParticleBelief<M>& belief) const {
    if constexpr (std::same_as<Root, NoRoot>) {
      return {};
    } else {
      return symbols_.root(belief);
    }
  }
  Known at(const typename M::State& s, const Memory<M>& memory, const Moment& now) const {
    if constexpr (kAsksMemory<M>) {
      return symbols_.at(s, memory, now);
    } else {
      return symbols_.at(s, now);
    }
  }
  About about(const Root& root, const Known& known, int entity) const {
    if constexpr (symbols_detail::AboutByRoot<M>) {
      return symbols_.about(root, known, entity);
    } else {
      return symbols_.about(known, entity);
    }
  }
  Whole whole(const Root& root, const Known& known) const {
    if constexpr (symbols_detail::WholeByRoot<M>) {
      return symbols_.whole(root, known);
    } else if constexpr (symbols_detail::WholeByKnown<M>) {
      return symbols_.whole(known);
    } else {
      return {};
    }
  }
  bool always_possible(int d) const { return !deed(d).of_entity || deed(d).possible == nullptr; }
  bool possible(int d, const About& about) const {
    return always_possible(d) || deed(d).possible(about, d);
  }

  // The facts about one entity.
  void state(logic::Facts& facts, int entity, const About& about) const {
    int column = 0;
    if constexpr (SaidInAdvance<M>) {
      // One at a time, so that the compiler sees which function is called.
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (state_word(Symbols<M>::words[I], facts, column, entity, about), ...);
      }
      (std::make_index_sequence<Symbols<M>::words.size()>());
    } else {
      for (const Word<About>& w : words()) state_word(w, facts, column, entity, about);
    }
  }

  // Throw InputError if one of them leaves its range. Not for inner loops.
  void check_ranges(const logic::Vocabulary& vocabulary, int entity, const About& about) const {
    check_ranges(words(), vocabulary, 0, entity, about);
  }
  void check_whole_ranges(const logic::Vocabulary& vocabulary, const Whole& whole) const {
    check_ranges(whole_words(), vocabulary, entity_columns(), 0, whole);
  }

  // The facts about the whole, in the columns after those about entities.
  void state_whole(logic::Facts& facts, const Whole& whole) const {
    int column = entity_columns();
    for (const auto& w : whole_words()) {
      for (int i = w.first; i <= w.last; ++i) facts.set_all(column++, w.of(whole, i));
    }
  }
  // How many columns the words about entities and about the whole have.
  int entity_columns() const { return columns_of(words()); }
  int whole_columns() const { return columns_of(whole_words()); }

  // With the words of the past that facts are to state.
  logic::Vocabulary vocabulary(const logic::Recall& recall = {}) const {
    return vocabulary(symbols_.entities(), recall.words(actions()));
  }
  logic::Vocabulary vocabulary(std::vector<logic::Term> entities,
                               const std::vector<logic::Feature>& past = {}) const {
    std::vector<logic::Feature> features;
    for (const auto& w : words()) features.push_back({w.name, w.kind, w.first, w.last, w.says});
    for (const auto& w : whole_words()) {
      features.push_back({w.name, w.kind, w.first, w.last, w.says, false});
    }
    features.insert(features.end(), past.begin(), past.end());
    return {std::move(entities), std::move(features), actions()};
  }
  // A deed of an entity is shared if any two entities' are one action; one entity tells nothing, so
  // that action() is asked for a second one, whether or not there is one. A declaration that is
  // not said in advance has a fluent for each entity instead.
  std::vector<logic::ActionWord> actions() const {
    std::vector<logic::ActionWord> result;
    for (int d = 0; d < deed_count(); ++d) {
      const bool shared =
          SaidInAdvance<M> && deed(d).of_entity && symbols_.action(d, 0) == symbols_.action(d, 1);
      result.push_back({deed(d).name, deed(d).of_entity, shared});
    }
    return result;
  }

 private:
  template <class Words, class T>
  static void check_ranges(const Words& list, const logic::Vocabulary& vocabulary, int column,
                           int entity, const T& about) {
    for (const Word<T>& w : list) {
      for (int i = w.first; i <= w.last; ++i, ++column) {
        const int value = w.of(about, i);
        if (value == logic::Column::kAbsent || (value >= w.low && value <= w.high)) continue;
        refuse_fact(vocabulary, column, entity, value, w.low, w.high);
      }
    }
  }

  template <class Words>
  static constexpr int columns_of(const Words& list) {
    int count = 0;
    for (const auto& w : list) count += w.last - w.first + 1;
    return count;
  }
  static void state_word(const Word<About>& w, logic::Facts& facts, int& column, int entity,
                         const About& about) {
    for (int i = w.first; i <= w.last; ++i) facts.set(column++, entity, w.of(about, i));
  }

  Symbols<M> symbols_;
};

}  // namespace holdfast
