// Golden pictures of every domain: the start of an episode, and after some steps.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "holdfast/domains/registry.h"
#include "holdfast/play/scene_text.h"

namespace holdfast {
namespace {

// The pictures of the episode with seed 1, before and after these actions.
std::string pictures(const std::string& name, const std::vector<Action>& actions) {
  const std::unique_ptr<Domain> domain = make_domain(name);
  AgentConfig config = domain->default_config();
  config.pomcp.simulations = 256;
  const std::unique_ptr<Session> session = domain->start(1, config);
  std::string text = "\n" + draw(session->scene());
  for (const Action a : actions) session->act(a);
  EXPECT_EQ(nlohmann::json(session->scene()).get<Scene>(), session->scene());
  return text + legend(session->scene()) + '\n' + draw(session->scene());
}

TEST(Scenes, RockSample) {
  EXPECT_EQ(pictures("rocksample(7,8)", {0, 1, 5}), R"(
. 7 . . . . . >   rock 0 is good: believed  50 %, true
. . . . . 6 . >   rock 1 is good: believed  51 %, false
. . 4 5 . . . >   rock 2 is good: believed  48 %, true
@ . . . . . 3 >   rock 3 is good: believed  51 %, true
. . . . . . . >   rock 4 is good: believed  48 %, false
1 . . 2 . . . >   rock 5 is good: believed  54 %, false
. . 0 . . . . >   rock 6 is good: believed  48 %, true
                  rock 7 is good: believed  51 %, false
> exit   0..7 rock   @ rover
. 7 . . . . . >   rock 0 is good: believed  95 %, true
. . . . . 6 . >   rock 1 is good: believed  52 %, false
. @ 4 5 . . . >   rock 2 is good: believed  52 %, true
. . . . . . 3 >   rock 3 is good: believed  53 %, true
. . . . . . . >   rock 4 is good: believed  46 %, false
1 . . 2 . . . >   rock 5 is good: believed  54 %, false
. . 0 . . . . >   rock 6 is good: believed  52 %, true
                  rock 7 is good: believed  52 %, false
)");
}

TEST(Scenes, RockSampleWhenTheRoverHasLeft) {
  EXPECT_EQ(pictures("rocksample(3,2)", {1, 1, 1}), R"(
. . 1 >   rock 0 is good: believed  50 %, true
@ . . >   rock 1 is good: believed  51 %, false
. . . >
> exit   0..1 rock
. . 1 >   rock 0 is good: believed  50 %, true
0 . . >   rock 1 is good: believed  48 %, false
. . . >
the rover has left
)");
}

TEST(Scenes, Pocman) {
  EXPECT_EQ(pictures("pocman(micro)", {0, 1}), R"(
world           ghost: 9 is 100 %   food: 9 is  56 %
. . . .     .                       8 8 8 8 7 9 8
.   #   # . .       #   #           8 8 # 8 # 7 8
  # . G . # .     #   9   #         9 # 9 8 8 # 7
.   . #   . .         #             8 9 8 # 7 8 8
. #       #       #       #         8 # 9 9 8 # 8
. . #   # .         #   #           8 8 # 9 # 9 8
. . . @   . .         @             8 9 8 @ 8 8 8
25 pellets left
# wall   . food (hidden)   G ghost (hidden)   @ Pocman
world           ghost: 9 is  30 %   food: 9 is  56 %
. . . G     .   0 0 0 7 0 1 0       8 8 8 8 8 9 7
.   #   # . .   0 0 #   # 0         7 8 # 8 # 8 8
  # .   . # .   0 #       # 1       8 # 8 8 8 # 7
.   . #   . .   1 1 9 # 6 0 0       8 9 8 # 7 8 7
. #       #     0 #       # 0       7 # 8 8 8 # 8
. . # @ # .     0   # @ #   0       8 8 # @ # 8 7
. . . .   . .   0         0         9 9 9 8 8 8 8
25 pellets left
)");
}

TEST(Scenes, PocmanInTheFullMaze) {
  EXPECT_EQ(pictures("pocman(full,rewards=silver)", {0}), R"(
world               ghost: 9 is 100 %   food: 9 is 100 %
..   . . .    ...                       54454444444445444
.## ###.#.###.##     ## ### # ### ##    5##4###4#5###5##4
o  ....  ..     o                       95454544544454459
 ## #.##### #.##.    ## # ##### # ##    4##5#4#####5#5##4
 ...#. .#.. #   .       #   #   #       4555#455#545#5454
### ###.#.### ###   ### ### # ### ###   ###4###4#4###4###
### #       #.###   ### #       # ###   ###4#       #5###
### # # GG# # ###   ### # # 99# # ###   ###4# #   # #5###
   .# # GG# #.          # # 99# #          4# #   # #4
### # ##### # ###   ### # ##### # ###   ###4# ##### #4###
### #       #.###   ### #       # ###   ###5#       #4###
###.#.#####.#.###   ### # ##### # ###   ###5#5#####5#4###
  ... . @.  . . .           @           55545544@55454545
 ##.### # ### ##     ## ### # ### ##    5##5###4#4###5##5
o # ....   .  #.o     #           #     95#54554445454#49
#.#.# ##### #.#.#   # # # ##### # # #   #5#4#5#####4#5#5#
.. .# ..#.  #....       #   #   #       4444#444#445#5455
.###### #.######     ###### # ######    4######4#4######5
.... .... . .                           54555455545455444
85 pellets left
# wall   . food (hidden)   o power pill (hidden)   G ghost (hidden)   @ Pocman
world               ghost: 9 is  96 %   food: 9 is 100 %
..   . . .    ...                       45444554445455455
.## ###.#.###.##     ## ### # ### ##    5##4###5#4###5##4
o  ....  ..     o                       95454554454454459
 ## #.##### #.##.    ## # ##### # ##    4##5#5#####5#4##4
 ...#. .#.. #   .       # 0 #   #       4455#555#455#5454
### ###.#.### ###   ### ###0#0### ###   ###4###4#4###4###
### #   G   #.###   ### #  01300# ###   ###4#       #5###
### # # G # # ###   ### # #142# # ###   ###4# #   # #5###
   .# #GG # #.          # #793# #          4# #   # #4
### # ##### # ###   ### # ##### # ###   ###4# ##### #5###
### #       #.###   ### #       # ###   ###5#       #4###
###.#.#####.#.###   ### # ##### # ###   ###5#5#####5#5###
  ... . @.  . . .           @           55545545@55544544
 ##.### # ### ##     ## ### # ### ##    5##4###4#5###4##5
o # ....   .  #.o     #           #     95#54554455454#49
#.#.# ##### #.#.#   # # # ##### # # #   #5#4#5#####4#5#5#
.. .# ..#.  #....       #   #   #       4444#544#544#5454
.###### #.######     ###### # ######    4######4#4######5
.... .... . .                           55554455545454544
84 pellets left
)");
}

TEST(Scenes, Tiger) {
  EXPECT_EQ(pictures("tiger", {0}), R"(
the tiger is left:  believed  48 %, true
the tiger is right: believed  52 %, false

the tiger is left:  believed  85 %, true
the tiger is right: believed  15 %, false
)");
}

}  // namespace
}  // namespace holdfast
