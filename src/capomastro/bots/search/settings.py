"""How a search goes about its work: numbers, no code, so that an earlier release can be played against for ever.

What is given here by default is what the first released bots searched with. `heuristic/config.py` of each game says
what its masters do differently now, and docs/bots.md how each change fared in the arena.
"""


class SearchSettings:
    """The numbers of one way to search.

    `horizon` is the number of steps a playout goes on before it is judged, `exploration` how eagerly a search tries
    what it has tried little, `carelessness` how far, in points, playouts may err.

    `heuristic_share` of the odds by which steps are tried are the heuristic's; the rest is the same for all, so that a
    step that the heuristic misjudges is tried too. An untried step is expected `untried_penalty` below the mean, so
    that good ones are followed up.

    A reward is `win_share` of the chance to win and `lead_share` of the lead, where half of what a lead can add is
    reached at `lead_scale` points; the lead is in it so that a search plays well where the outcome is clear. The
    chance to win is a logistic curve of the lead: `base` and `slope`, by the heuristic's suspense, give its scale in
    points, `handicap` how far below even, in scales, a level seat among several stands. Without a `slope` it is the
    rational function of the first release. Where the chance is `shared`, the lead over every other seat counts, not
    over the best alone: the seats share one win, and the part of a seat grows e-fold with every scale that it has more.
    Of a finished game a lead counts on the scale `final_scale`; 0 means that a win is a win.

    `value_share` of the chance to win is what a value network says at the end of a playout, if the game has one.
    `policy_share` of the heuristic's odds are those of a trained policy: at the root, and at nodes that were visited
    `policy_visits` times, or nowhere else if that is 0.

    `root_breadth` times as many steps are considered at the root as elsewhere. With `rave`, what a seat did later
    counts as if it had done it at once: of what a step is expected to bring, half is by that once the step was tried
    `rave` times, more before, less from there on. 0 means not at all.

    With `thrift` a decision gets as much of the budget as the heuristic says that such decisions need.
    """

    def __init__(
        self,
        horizon: int,
        exploration: float,
        carelessness: float,
        heuristic_share: float = 0.75,
        untried_penalty: float = 0.05,
        win_share: float = 0.8,
        lead_share: float = 0.2,
        lead_scale: float = 25.0,
        base: float = 0.0,
        slope: float = 0.0,
        handicap: float = 0.0,
        final_scale: float = 0.0,
        shared: bool = False,
        value_share: float = 0.0,
        policy_share: float = 0.0,
        policy_visits: int = 0,
        root_breadth: int = 2,
        rave: float = 0.0,
        thrift: bool = False,
    ) -> None:
        self.horizon = horizon
        self.exploration = exploration
        self.carelessness = carelessness
        self.heuristic_share = heuristic_share
        self.untried_penalty = untried_penalty
        self.win_share = win_share
        self.lead_share = lead_share
        self.lead_scale = lead_scale
        self.base = base
        self.slope = slope
        self.handicap = handicap
        self.final_scale = final_scale
        self.shared = shared
        self.value_share = value_share
        self.policy_share = policy_share
        self.policy_visits = policy_visits
        self.root_breadth = root_breadth
        self.rave = rave
        self.thrift = thrift
