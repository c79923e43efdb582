// Everything that the page knows and does; components only show it and call it.
import { Ended, ask } from './api.js';

const DRAFT = 'holdfast-studio';
// Milliseconds: until what is typed is checked; of a search that nobody waits for.
const TYPING = 250;
const SHORT = 100;

export class StudioState {
  about = $state.raw(null);
  setup = $state({ domain: '', planner: 'pomcp', guide: 'pure', budget: 'sims', amount: 1000, seed: 1 });
  // The episode that is shown: what the program tells of it, with all of its steps.
  episode = $state.raw(null);
  // Those of this visit: {id, domain, seed, steps, earned, over, byPerson}.
  episodes = $state([]);
  at = $state(0);
  playing = $state(false);
  pace = $state(2);
  // What is being waited for: '', 'plan', 'replan', 'start', 'learn'.
  waiting = $state('');
  waitingSince = 0;
  failure = $state('');
  ended = $state(false);
  kept = $state.raw(null);

  theory = $state({ name: 'theory.lp', text: '' });
  // Whether the guide in force is the text in the editor.
  edited = $state(false);
  check = $state.raw(null);
  compared = $state.raw(null);
  // {title, step, here, other}: two decisions afresh at one belief.
  contrast = $state.raw(null);
  lesson = $state.raw(null);

  #typed = 0;
  #run = 0;

  get last() {
    return this.episode ? this.episode.steps.length - 1 : 0;
  }
  get step() {
    return this.episode?.steps[this.at] ?? null;
  }
  get live() {
    return this.at === this.last;
  }
  // DESPOT and its kin search between bounds, by trials.
  get byBounds() {
    return ['despot', 'adaops'].includes(this.setup.planner);
  }
  get speaksToRules() {
    return (this.episode?.about.words.length ?? 0) > 0;
  }

  // Runs something that asks the program; failures are shown, not thrown.
  async #doing(what, work) {
    this.failure = '';
    if (what) {
      this.waiting = what;
      this.waitingSince = Date.now();
    }
    try {
      return await work();
    } catch (error) {
      if (error instanceof Ended) this.ended = true;
      else this.failure = error.message;
      this.playing = false;
      return null;
    } finally {
      if (what) this.waiting = '';
    }
  }

  settings() {
    const { planner, guide, budget, amount } = this.setup;
    return { planner, ...(this.edited ? {} : { guide }), [budget]: Number(amount) };
  }
  agent() {
    const theory = this.edited ? { theory: { ...this.theory } } : {};
    return { settings: this.settings(), ...theory };
  }

  async open() {
    await this.#doing('start', async () => {
      this.about = await ask('about');
      this.setup.domain = this.about.domain;
      this.kept = readDraft(localStorage);
      const mine = readDraft(sessionStorage);
      if (mine) await this.restore(mine);
      else await this.start();
    });
  }

  // A new episode; with actions, one that was played before.
  async start(actions = []) {
    this.playing = false;
    const made = await this.#doing('start', () =>
      ask('start', { domain: this.setup.domain, seed: Number(this.setup.seed), actions, ...this.agent() }),
    );
    if (!made) return false;
    this.#show(made);
    this.contrast = null;
    await this.#fillEditor();
    this.#keep();
    await this.plan();
    return true;
  }

  #show(made) {
    this.setup.domain = made.about.domain;
    this.episode = made;
    this.at = made.steps.length - 1;
    this.#count();
    this.checkSoon(0);
  }

  async restore(draft) {
    Object.assign(this.setup, draft.setup);
    Object.assign(this.theory, draft.theory);
    this.edited = draft.edited;
    this.kept = null;
    if (!(await this.start(draft.actions))) {
      this.edited = false;
      this.setup.guide = 'pure';
      await this.start();
    }
  }

  // The theory in force, or the first that there is, so that nobody starts with a blank page.
  async #fillEditor() {
    if (this.edited || !this.speaksToRules) return;
    const { theories } = this.episode.about;
    const first = theories.includes('timed') ? 'timed' : theories[0];
    const wanted = theories.includes(this.setup.guide) ? this.setup.guide : this.theory.text ? '' : first;
    if (wanted) await this.load(wanted);
  }
  async load(name) {
    const found = await this.#doing('', () => ask('theory', { id: this.episode.id, name }));
    if (!found) return;
    this.theory.name = found.name.endsWith('.lp') ? found.name : `${found.name}-mine.lp`;
    this.theory.text = found.text;
    this.checkSoon(0);
  }

  // Takes what the program says of the episode from some step on.
  #take(reply) {
    if (!reply) return false;
    const steps = [...this.episode.steps.slice(0, reply.from), ...reply.steps];
    this.episode = { ...this.episode, ...reply, steps };
    this.#count();
    this.#keep();
    return true;
  }

  async plan(again = false) {
    if (this.episode.over) return;
    this.#take(await this.#doing('plan', () => ask('decide', { id: this.episode.id, again })));
  }
  async act(action = '') {
    if (this.waiting || !this.live || this.episode.over) return;
    const { id } = this.episode;
    await this.#doing('plan', async () => {
      const moved = await ask('act', { id, ...(action ? { action } : {}) });
      // A step shows together with what a short search decides there, and before a long one.
      let shown = false;
      const show = () => {
        if (!shown && this.#take(moved)) this.go(this.last);
        shown = true;
      };
      const soon = setTimeout(show, moved.over ? 0 : SHORT);
      try {
        const decided = moved.over ? null : await ask('decide', { id });
        show();
        this.#take(decided);
      } finally {
        clearTimeout(soon);
        show();
      }
    });
  }
  async forward() {
    if (this.at < this.last) this.go(this.at + 1);
    else await this.act();
  }
  go(step) {
    this.at = Math.max(0, Math.min(this.last, step));
    this.checkSoon(0);
  }
  // Takes back what came after the step that is shown.
  async goOnFromHere() {
    const step = this.at;
    const reply = await this.#doing('start', () => ask('back', { id: this.episode.id, step }));
    if (!this.#take(reply)) return;
    this.go(step);
    if (!this.step.decision) await this.plan();
  }
  async stop() {
    this.playing = false;
    await this.#doing('', () => ask('stop', { id: this.episode.id }));
  }

  async play() {
    this.playing = !this.playing;
    const run = ++this.#run;
    while (this.playing && run === this.#run) {
      const began = Date.now();
      await this.forward();
      if (this.episode.over && this.live) this.playing = false;
      const left = 1000 / this.pace - (Date.now() - began);
      await new Promise((go) => setTimeout(go, Math.max(0, left)));
    }
  }

  async look(path) {
    return await this.#doing('', () => ask('look', { id: this.episode.id, path }));
  }

  // Two agents afresh at the belief that is shown.
  async #contrastWith(title, other) {
    const id = this.episode.id;
    const step = this.at;
    const mine = this.agent();
    await this.#doing('replan', async () => {
      const here = (await ask('replan', { id, step, ...mine, beside: other })).decision;
      const there = (await ask('replan', { id, step, ...other, beside: mine })).decision;
      this.contrast = { title, step, here, other: there };
    });
  }
  withoutGuide() {
    return this.#contrastWith('without the guide', { settings: { ...this.settings(), guide: 'pure' } });
  }
  withTheory() {
    const { guide, ...settings } = this.settings();
    return this.#contrastWith('with the theory of the editor', { settings, theory: { ...this.theory } });
  }
  // The same actions, and the theory of the editor from here on.
  async useTheory() {
    const before = this.edited;
    this.edited = true;
    const actions = this.episode.steps.slice(0, this.at).map((s) => whose(s.taken));
    if (!(await this.start(actions))) this.edited = before;
  }

  checkSoon(delay = TYPING) {
    clearTimeout(this.#typed);
    this.#typed = setTimeout(() => this.#checkNow(), delay);
  }
  async #checkNow() {
    if (!this.episode || !this.speaksToRules) {
      this.check = null;
      return;
    }
    const { text, name } = this.theory;
    const found = await this.#doing('', () => ask('check', { id: this.episode.id, step: this.at, text, name }));
    if (text === this.theory.text) this.check = found;
  }

  async compare(episodes) {
    const { guide, ...settings } = this.settings();
    this.compared = await this.#doing('', () =>
      ask('compare', {
        id: this.episode.id,
        one: this.agent(),
        other: { settings, theory: { ...this.theory } },
        episodes,
        seed: Number(this.setup.seed),
      }),
    );
    while (this.compared?.running) {
      await new Promise((go) => setTimeout(go, 300));
      this.compared = await this.#doing('', () => ask('compared', { id: this.episode.id }));
    }
  }
  async stopComparing() {
    await this.#doing('', () => ask('compared', { id: this.episode.id, stop: true }));
  }

  async learn(ids) {
    this.lesson = await this.#doing('learn', () => ask('learn', { episodes: ids }));
  }
  // The belief where a learnt rule is wrong.
  async visit(id, step) {
    if (id !== this.episode.id) {
      const seen = this.episodes.find((e) => e.id === id);
      const reply = await this.#doing('start', () => ask('view', { id }));
      if (!reply) return;
      this.setup.seed = seen.seed;
      this.episode = { ...this.episode, ...reply, id };
    }
    this.go(step);
  }
  takeLesson() {
    this.theory.name = 'learnt-here.lp';
    this.theory.text = this.lesson.theory;
    this.checkSoon(0);
  }
  async save(overwrite = false) {
    return await this.#doing('', () => ask('save', { ...this.theory, overwrite }));
  }

  #count() {
    const { id, about, steps, earned, over } = this.episode;
    const byPerson = steps.filter((s) => s.taken?.by === 'person').length;
    const told = { id, domain: about.domain, seed: Number(this.setup.seed), steps: steps.length - 1, earned, over, byPerson };
    const place = this.episodes.findIndex((e) => e.id === id);
    if (place < 0) this.episodes.push(told);
    else this.episodes[place] = { ...told, seed: this.episodes[place].seed };
  }

  // What brings the episode and the theory back, should the program or the page end.
  #keep() {
    const actions = this.episode.steps.flatMap((s) => (s.taken ? [whose(s.taken)] : []));
    const draft = JSON.stringify({ setup: this.setup, theory: this.theory, edited: this.edited, actions });
    for (const storage of [localStorage, sessionStorage]) {
      try {
        storage.setItem(DRAFT, draft);
      } catch {
        // A browser that keeps nothing is no reason to stop.
      }
    }
  }
  typed() {
    this.#keep();
    this.checkSoon();
  }
}

const whose = ({ action, by }) => ({ action, by });

function readDraft(storage) {
  try {
    const draft = JSON.parse(storage.getItem(DRAFT));
    return draft?.setup && Array.isArray(draft.actions) ? draft : null;
  } catch {
    return null;
  }
}
