// What an open page does when something happens to it, one behaviour after the other.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import { initialState, next, statusOf } from "../../../../../src/groundfloor/server/game/board/static/page-state.js";

const PAGE = {
  version: 10,
  digest: "ten",
  draft: "",
  isPast: false,
  isHidden: false,
  isPlanOpen: false,
  lacksPlan: false,
  isInUse: false,
  isByClick: false,
  isStill: false,
  speed: "normal",
};
const LIVE = initialState(false, true);
const PAST = initialState(true, true);
const CONNECTED = { ...LIVE, stream: "open" };

/** The state after events, and the effects of the last one; what an event says of the page replaces what is usual. */
function after(state, ...events) {
  let found = [state, []];
  for (const event of events) found = next(found[0], { ...event, page: { ...PAGE, ...event.page } });
  return found;
}

const effectsOf = (...given) => after(...given)[1];
const typesOf = (...given) => effectsOf(...given).map(({ type }) => type);
const nameAfter = (...given) => after(...given)[0].name;

let keys = 0;
const choice = (fields, typed = "") => ({ fields: { version: "10", draft: "", ...fields }, key: `key ${(keys += 1)}`, typed });
const submit = (fields, typed) => ({ type: "submit", choice: choice(fields, typed) });
/** Steps of entries: `{12: 1}` is one step of entry 12, 0 a move. */
const stepsOf = (counts) =>
  Object.entries(counts).flatMap(([entry, count]) =>
    Array.from({ length: count || 1 }, (_, index) => ({ entry: Number(entry), step: index + 1, isBrief: !count })),
  );
const moves = (version) => stepsOf(Object.fromEntries(Array.from({ length: version }, (_, index) => [index + 1, 0])));
const board = (version, digest = `board of ${version}`, counts = null) => ({
  version,
  digest,
  steps: counts ? stepsOf(counts) : moves(version),
});
const answer = (request, version, more) => ({
  type: "answer",
  request,
  text: `text of ${version}`,
  board: board(version),
  isOk: true,
  ...more,
});
const shown = (version, draft = "") => ({ type: "shown", page: { version, draft, digest: `board of ${version}` } });
const failed = (request, canResend = false) => ({ type: "failed", request, canResend });
const version = (number) => ({ type: "version", version: number });
const draftElsewhere = { type: "draft", key: "of another page" };
const waits = (effects) => effects.filter(({ type }) => type === "wait").map(({ delay }) => delay);

/** Lets the timer run out that the last effects have begun. */
function fired([state, effects], page = {}) {
  const { event } = effects.find(({ type }) => type === "wait");
  return after(state, { ...event, page });
}

// Choices

test("a choice is sent and its board shown", () => {
  const [sending, effects] = after(CONNECTED, submit({ pick: "a" }));
  assert.deepEqual([sending.name, effects[0].type, effects[0].choice.fields.pick], ["sending", "send", "a"]);
  assert.deepEqual(typesOf(sending, answer(1, 10)), ["forget", "show"]);
  assert.equal(nameAfter(sending, answer(1, 10), shown(10, "a")), "live");
});

test("choices during a request are sent after it with the draft that is shown then", () => {
  const [sending] = after(CONNECTED, submit({ pick: "a" }), submit({ pick: "b" }), submit({ pick: "a" }));
  const [second, effects] = after(sending, answer(1, 10), shown(10, "a"));
  assert.deepEqual([effects[0].choice.fields.pick, effects[0].choice.fields.draft], ["b", "a"]);
  const [, last] = after(second, answer(2, 10), shown(10, "a,b"));
  assert.deepEqual([last[0].choice.fields.pick, last[0].choice.fields.draft], ["a", "a,b"]);
});

test("the same form submitted twice is one choice", () => {
  const [sending] = after(CONNECTED, submit({ pick: "a" }), submit({ pick: "a" }), submit({ pick: "b" }), submit({ pick: "b" }));
  assert.deepEqual(
    sending.queue.map(({ fields }) => fields.pick),
    ["b"],
  );
});

test("choices made before a refusal or for another version are not sent", () => {
  const [sending] = after(CONNECTED, submit({ pick: "a" }), submit({ pick: "b" }));
  assert.equal(nameAfter(sending, answer(1, 10, { isOk: false }), shown(10)), "live");
  assert.equal(nameAfter(sending, answer(1, 11), shown(11)), "live");
});

test("a choice without an answer is sent again with its key, then the board is fetched", () => {
  let [state, effects] = after(CONNECTED, submit({ pick: "a" }));
  const { key } = effects[0].choice;
  for (const delay of [500, 1000, 2000, 4000]) {
    [state, effects] = after(state, failed(state.request, true));
    assert.deepEqual([waits(effects), statusOf(state)], [[delay], "lost"]);
    [state, effects] = fired([state, effects]);
    assert.equal(effects[0].choice.key, key);
  }
  [state, effects] = after(state, failed(state.request, true));
  assert.deepEqual([state.name, waits(effects)], ["lost", [1500]]);
  assert.equal(fired([state, effects])[1][0].type, "fetch");
});

test("an answer that is none of the server is not sent again, and the board fetched", () => {
  const stranger = { type: "answer", request: 1, text: "", board: null, isOk: false, sentence: "", part: "" };
  const [state, effects] = after(CONNECTED, submit({ pick: "a" }), stranger);
  assert.deepEqual([state.name, waits(effects), statusOf(state)], ["lost", [1500], "lost"]);
});

test("why a choice was refused stays, whatever board comes, until the next one is answered", () => {
  const refusal = { isOk: false, sentence: "Not now." };
  const [refused] = after(LIVE, submit({ pick: "a" }), { type: "connected" }, answer(1, 10, refusal), shown(10));
  const [bare, effects] = after(CONNECTED, submit({ pick: "a" }), answer(1, 10, { ...refusal, text: "", board: null }));
  assert.equal(effects[0].type, "fetch");
  for (const state of [refused, bare]) {
    const [live] = after(state, answer(2, 11), shown(11));
    assert.deepEqual([state.sentence, live.sentence], ["Not now.", "Not now."]);
    assert.equal(after(live, submit({ pick: "a" }), answer(3, 11))[0].sentence, "");
  }
});

test("what was typed and not understood is selected, what was accepted forgotten", () => {
  const [sending] = after(CONNECTED, submit({ command: "hrie" }, "hrie"));
  assert.deepEqual(typesOf(sending, answer(1, 10, { isOk: false }), shown(10)), ["select-typed"]);
  const [forget] = effectsOf(sending, answer(1, 11));
  assert.deepEqual(forget, { type: "forget", typed: "hrie", hasMoved: true });
});

test("a part of the page that a typed command names is opened after its board is shown, replayed or not", () => {
  const [sending] = after(CONNECTED, submit({ command: "score" }));
  assert.deepEqual(effectsOf(sending, answer(1, 10, { part: "score" }), shown(10)), [{ type: "name-part", part: "score" }]);
  const [replaying] = after(sending, answer(1, 14, { part: "score" }));
  assert.equal(replaying.name, "replaying");
  const past = { isPast: true, version: 14 };
  assert.deepEqual(effectsOf(replaying, { type: "skip" }, shown(14)), [{ type: "name-part", part: "score" }]);
  const [, effects] = after(
    replaying,
    answer(2, 14),
    { type: "shown", page: past },
    { type: "skip", page: past },
    answer(4, 14),
    shown(14),
  );
  assert.deepEqual(effects, [{ type: "name-part", part: "score" }]);
});

test("a choice is sent at once during a fetch, whose answer is ignored", () => {
  const [sending, effects] = after(CONNECTED, draftElsewhere, submit({ pick: "a" }));
  assert.deepEqual([sending.name, effects[0].type], ["sending", "send"]);
  assert.deepEqual(after(sending, answer(1, 10)), [sending, []]);
});

// Boards

test("an own draft is not fetched, a draft of another page is", () => {
  const [sending] = after(CONNECTED, submit({ pick: "a" }));
  const own = { type: "draft", key: sending.choice.key };
  assert.equal(nameAfter(sending, own, answer(1, 10), shown(10, "a")), "live");
  assert.equal(nameAfter(sending, answer(1, 10), shown(10, "a"), own), "live");
  assert.equal(nameAfter(sending, answer(1, 10), shown(10, "a"), draftElsewhere), "refreshing");
  assert.equal(nameAfter(sending, draftElsewhere, answer(1, 10), shown(10, "a")), "refreshing");
});

test("what is heard during a fetch becomes one more", () => {
  const [state, effects] = after(CONNECTED, draftElsewhere, draftElsewhere, { type: "visible" }, version(11), answer(1, 10), shown(10));
  assert.deepEqual([state.name, effects.map(({ type }) => type)], ["refreshing", ["fetch"]]);
  assert.equal(nameAfter(state, answer(2, 11), shown(11)), "live");
});

test("a board that the page shows already is not shown again", () => {
  assert.deepEqual(effectsOf(CONNECTED, draftElsewhere, { ...answer(1, 10), board: board(10, "ten") }), []);
});

test("an older board is not shown", () => {
  assert.deepEqual(effectsOf(CONNECTED, draftElsewhere, answer(1, 9)), []);
});

test("a version that the server does not have is asked for once", () => {
  const [state] = after(CONNECTED, version(999), answer(1, 10), shown(10));
  assert.equal(state.name, "live");
  assert.equal(nameAfter(state, version(11)), "refreshing");
});

test("a table that can't be seen any more is not asked for again", () => {
  const gone = { type: "answer", request: 1, text: "", board: null };
  assert.deepEqual(effectsOf(CONNECTED, version(11), gone), []);
});

test("a fetch that fails is tried again, less and less often", () => {
  let found = after(CONNECTED, version(11));
  for (const delay of [1000, 2000, 4000, 8000, 15000, 15000]) {
    found = after(found[0], failed(found[0].request));
    assert.deepEqual([found[0].name, statusOf(found[0]), waits(found[1])], ["lost", "lost", [delay]]);
    found = fired(found);
  }
  const [state] = after(found[0], answer(found[0].request, 11), shown(11));
  assert.deepEqual([state.name, statusOf(state)], ["live", ""]);
  assert.deepEqual(waits(effectsOf(state, version(12), failed(state.serial + 1))), [1000]);
});

test("what is heard while the server is lost is asked for at once, and the timer forgotten", () => {
  const lost = after(CONNECTED, version(11), failed(1));
  const [state] = after(lost[0], draftElsewhere);
  assert.equal(state.name, "refreshing");
  assert.deepEqual(fired([state, lost[1]]), [state, []]);
});

test("an update for a page that lacks a region is followed by the whole board, once", () => {
  const [state, effects] = after(CONNECTED, version(11), answer(1, 11), { type: "refused" });
  assert.deepEqual([state.name, effects[0].isWhole], ["refreshing", true]);
  assert.equal(nameAfter(state, answer(2, 11), { type: "refused" }), "live");
  const [live] = after(state, answer(2, 11), shown(11));
  assert.equal(effectsOf(live, version(12))[0].isWhole, false);
});

test("a pushed board is shown if the page has nothing else to do", () => {
  const pushed = (page) => ({ type: "board", version: 11, text: "text", board: board(11), page });
  assert.deepEqual(typesOf(CONNECTED, pushed()), ["show"]);
  assert.deepEqual(typesOf(CONNECTED, { ...pushed(), text: null, board: null }), ["fetch"]);
  assert.deepEqual(typesOf(CONNECTED, pushed({ isPlanOpen: true })), ["fetch"]);
  assert.deepEqual(typesOf(CONNECTED, { ...pushed(), version: 14, board: board(14) }), ["fetch"]);
  assert.deepEqual(typesOf(CONNECTED, { ...pushed(), board: board(11, "eleven", { 11: 1 }) }), ["fetch"]);
  assert.deepEqual(typesOf(CONNECTED, submit({ pick: "a" }), pushed()), []);
  assert.deepEqual(typesOf(CONNECTED, draftElsewhere, pushed()), []);
});

test("the plan of the round is fetched when it is opened, also during another request, and asked for once", () => {
  const lacking = { isPlanOpen: true, lacksPlan: true };
  const opened = { type: "plan-opened", page: lacking };
  assert.equal(effectsOf(CONNECTED, opened)[0].hasPlan, true);
  const [state, effects] = after(CONNECTED, draftElsewhere, opened, answer(1, 10), { type: "shown", page: lacking });
  assert.equal(effects[0].hasPlan, true);
  assert.equal(nameAfter(state, answer(2, 10), { type: "shown", page: lacking }), "live");
});

// The stream

test("a seat fetches its board when its stream opens, with the plan that the page was loaded with", () => {
  const [effect] = effectsOf(LIVE, { type: "connected" });
  assert.deepEqual([effect.type, effect.hasPlan], ["fetch", true]);
  assert.deepEqual(effectsOf(initialState(false, false), { type: "connected" }), []);
  assert.deepEqual(effectsOf(CONNECTED, { type: "connected" }), []);
});

test("pages do not all fetch at the same time when the server is back", () => {
  const [state, effects] = after(CONNECTED, { type: "disconnected" }, { type: "connected" });
  assert.deepEqual([state.name, effects[0].delay, effects[0].isRandom], ["live", 10000, true]);
  assert.equal(fired([state, effects])[0].name, "refreshing");
});

test("a hidden page fetches when it is shown", () => {
  const page = { isHidden: true };
  const [state, effects] = after(CONNECTED, { type: "disconnected", page }, { type: "connected", page });
  assert.deepEqual(effects, []);
  assert.equal(nameAfter(state, { type: "visible" }), "refreshing");
});

test("the status line says that the stream is lost, but not during a replay", () => {
  const [lost] = after(CONNECTED, { type: "disconnected" });
  assert.equal(statusOf(lost), "lost");
  assert.equal(statusOf(after(lost, { type: "connected" })[0]), "");
  const [replaying] = after(CONNECTED, version(14), answer(1, 14), { type: "disconnected" });
  assert.equal(statusOf(replaying), "");
});

test("a page of an older version is loaded anew when nobody uses it and nothing is being sent", () => {
  const outdated = (isUrgent, page) => ({ type: "outdated", isUrgent, page });
  assert.deepEqual(typesOf(CONNECTED, outdated(false)), ["reload"]);
  assert.deepEqual(waits(effectsOf(CONNECTED, outdated(false, { isInUse: true }))), [2000]);
  assert.deepEqual(typesOf(CONNECTED, outdated(true, { isInUse: true })), ["reload"]);
  const waiting = after(CONNECTED, submit({ pick: "a" }), outdated(true));
  assert.deepEqual(waits(waiting[1]), [2000]);
  const [live] = after(waiting[0], answer(1, 10), shown(10));
  assert.deepEqual(
    fired([live, waiting[1]])[1].map(({ type }) => type),
    ["reload"],
  );
});

// Replay

/** The entries that are replayed, and the time for each, by a page that shows version 10 and hears of `to`. */
function replayed(to, page = {}) {
  const entries = [];
  const times = new Set();
  let now = page;
  let [state, effects] = after(CONNECTED, { ...version(to), page: now });
  while (effects.length) {
    const effect = effects.find(({ type }) => type !== "wait") ?? effects[0];
    effects = effects.filter((each) => each !== effect);
    let event = effect.event;
    if (effect.type === "fetch") {
      if (effect.entry !== null) entries.push(effect.entry);
      event = answer(effect.request, to);
    } else if (effect.type === "show") {
      now = { ...page, version: to, isPast: !effect.isLast };
      event = { type: "shown" };
    } else times.add(Math.round(effect.delay));
    const found = after(state, { ...event, page: now });
    [state, effects] = [found[0], [...effects, ...found[1]]];
  }
  assert.equal(state.name, "live");
  return { entries, times: [...times] };
}

test("missed moves are played at the chosen speed, the last sixteen", () => {
  assert.deepEqual(replayed(14), { entries: [11, 12, 13], times: [800] });
  assert.deepEqual(replayed(14, { speed: "slow" }), { entries: [11, 12, 13], times: [1500] });
  assert.deepEqual(replayed(14, { speed: "fast" }).times, [300]);
  const { entries, times } = replayed(50);
  assert.deepEqual([entries[0], entries.length, times], [34, 16, [313]]);
});

test("a single move, a hidden page and one without motion show the newest board at once", () => {
  assert.deepEqual(replayed(11).entries, []);
  assert.deepEqual(replayed(14, { isStill: true }).entries, []);
  assert.deepEqual(replayed(14, { isHidden: true }).entries, []);
  assert.deepEqual(replayed(14, { speed: "off" }).entries, []);
});

const REPLAYED = { version: 14, digest: "at 11", isPast: true };
const replaying = () => after(CONNECTED, version(14), answer(1, 14))[0];
const entryShown = { type: "shown", page: REPLAYED };
const skip = { type: "skip", page: REPLAYED };

test("a replay that is skipped before its first entry shows the board that has come", () => {
  assert.deepEqual(effectsOf(replaying(), { type: "skip" }), [{ type: "cancel" }, { type: "show", text: "text of 14", isLast: true }]);
});

test("a replay that is skipped later, or whose request fails, is followed by the newest board", () => {
  const [state, effects] = after(replaying(), answer(2, 14), entryShown, skip);
  assert.deepEqual([effects[0].type, effects[0].entry], ["fetch", null]);
  assert.equal(nameAfter(state, { ...answer(4, 14), page: REPLAYED }, shown(14)), "live");
  assert.equal(nameAfter(replaying(), answer(2, 14), entryShown, { ...failed(4), page: REPLAYED }), "refreshing");
});

test("the next entry is fetched while one is looked at, and shown when its time has come", () => {
  const first = after(replaying(), answer(2, 14), entryShown);
  assert.deepEqual(
    first[1].map(({ type }) => type),
    ["wait", "fetch"],
  );
  const [waiting, nothing] = after(first[0], { ...answer(4, 14), page: REPLAYED });
  assert.deepEqual(nothing, []);
  assert.deepEqual(fired([waiting, first[1]], REPLAYED)[1], [{ type: "show", text: "text of 14", isLast: false }]);
});

test("entries that are made during a replay are replayed after it", () => {
  const [last] = after(replaying(), answer(2, 14), entryShown, { ...version(16), page: REPLAYED });
  const late = { ...last, frames: [], request: 0, timer: 9, frame: { entry: 13, step: 1, isBrief: true } };
  const [state, effects] = after(late, { type: "step", timer: 9, page: REPLAYED });
  assert.deepEqual([effects[0].type, effects[0].entry, state.replayed], ["fetch", null, 13]);
  const [more] = after(state, { ...answer(state.request, 16), page: { ...REPLAYED, version: 16 } });
  assert.deepEqual([more.name, more.frames.map(({ entry }) => entry)], ["replaying", [14, 15]]);
});

test("a choice made as a replay begins is sent at once", () => {
  assert.deepEqual(typesOf(replaying(), submit({ pick: "a" })), ["send"]);
});

// What is told in steps

/** The boards that a page fetches which shows version 10 and hears of 13, of whose last two entries steps are told, until nothing but a click goes on. */
function toldOf(page) {
  const fetched = [];
  const times = [];
  const board13 = { ...answer(1, 13), board: board(13, "thirteen", { 11: 0, 12: 1, 13: 2 }) };
  let [state, effects] = after(CONNECTED, { ...version(13), page }, { ...board13, page });
  for (let count = 0; effects.length && count < 40; count += 1) {
    const effect = effects.find(({ type }) => type !== "wait") ?? effects[0];
    effects = effects.filter((each) => each !== effect);
    const past = { ...page, version: 13, isPast: true };
    let found = [state, []];
    if (effect.type === "fetch") {
      fetched.push(`${effect.entry} ${effect.step ?? ""}`);
      found = after(state, { ...board13, request: effect.request, page: past });
    } else if (effect.type === "show") found = after(state, { type: "shown", page: effect.isLast ? { ...past, isPast: false } : past });
    else if (effect.type === "wait") {
      times.push(effect.delay);
      found = after(state, { ...effect.event, page: past });
    }
    [state, effects] = [found[0], [...effects, ...found[1]]];
  }
  return { state, fetched, times };
}

test("what an entry brought is played in steps, each for the time of the speed, also of the last entry", () => {
  const { state, fetched, times } = toldOf({});
  assert.deepEqual([state.name, fetched], ["live", ["11 1", "12 1", "13 1", "13 2", "null "]]);
  assert.deepEqual(times, [800, 1600, 1600, 1600]);
  assert.deepEqual(toldOf({ speed: "slow" }).times, [1500, 3500, 3500, 3500]);
});

test("nothing is told without motion or to a hidden page: the newest board is shown", () => {
  assert.deepEqual(toldOf({ speed: "off" }).fetched, []);
  assert.deepEqual(toldOf({ isHidden: true }).fetched, []);
});

test("a step waits for a click in a guided game, and several clicks at once skip none", () => {
  const byClick = { isByClick: true, version: 13, isPast: true };
  const { state, fetched, times } = toldOf({ isByClick: true });
  assert.deepEqual([state.name, statusOf(state), fetched, times], ["replaying", "", ["11 1", "12 1", "13 1"], [800]]);
  const click = { type: "next", page: byClick };
  const [second, effects] = after(state, click);
  assert.deepEqual(effects, [{ type: "show", text: "text of 13", isLast: false }]);
  const [waiting, fetches] = after(second, { type: "shown", page: byClick });
  assert.deepEqual([fetches.length, fetches[0].entry, fetches[0].step], [1, 13, 2]);
  const [eager, nothing] = after(waiting, click, click);
  assert.deepEqual([nothing, eager.frames.length], [[], 1]);
  assert.deepEqual(typesOf(eager, { ...answer(eager.request, 13), page: byClick }), ["show"]);
});

test("steps that are skipped, or whose request fails, are followed by the newest board alone", () => {
  const page = { isByClick: true, version: 13, isPast: true };
  const { state } = toldOf({ isByClick: true });
  for (const event of [
    { type: "skip", page },
    { type: "skip", page: { ...page, version: 15 } },
  ]) {
    const [refreshing, effects] = after(state, event);
    assert.deepEqual([effects[0].type, effects[0].entry, refreshing.replayed], ["fetch", null, 0]);
    const newest = { ...answer(refreshing.request, 15), board: board(15, "fifteen", { 14: 2, 15: 2 }), page };
    assert.deepEqual(typesOf(refreshing, newest), ["show"]);
  }
  const [asking] = after(state, { type: "next", page }, { type: "shown", page });
  assert.deepEqual(typesOf(asking, { ...failed(asking.request), page }), ["fetch"]);
});

test("what comes while steps are told is told after them, once", () => {
  const page = { isByClick: true, version: 13, isPast: true };
  const { state } = toldOf({ isByClick: true });
  const heard = after(state, { ...version(14), page }, { ...version(14), page })[0];
  const last = { ...heard, frames: [], request: 0, text: null, frame: { entry: 13, step: 2, isBrief: false } };
  const [refreshing] = after(last, { type: "next", page });
  assert.equal(refreshing.replayed, 13);
  const newest = { ...answer(refreshing.request, 14), board: board(14, "fourteen", { 12: 1, 13: 2, 14: 1 }), page };
  const [more] = after(refreshing, newest);
  assert.deepEqual(more.frames, [{ entry: 14, step: 1, isBrief: false }]);
});

test("a move that is seen goes on by a key too", () => {
  const first = after(replaying(), answer(2, 14), entryShown, { ...answer(4, 14), page: REPLAYED });
  assert.deepEqual(typesOf(first[0], { type: "next", page: REPLAYED }), ["show"]);
});

// The film

const seek = (entry, how = {}) => ({ type: "seek", seek: { entry, step: 0, isPlayed: false, isPassing: false, ...how } });
const PLAYED = { isPlayed: true, isPassing: true };
const onReplay = (event) => ({ ...event, page: { ...event.page, isPast: true } });
const replayFetched = (request, entry, count) =>
  onReplay({ ...answer(request, 10), board: board(10, `at ${entry}`, count ? { [entry]: count } : {}) });
const onShown = onReplay({ type: "shown" });

test("the film shows an entry at once, or its steps one after the other", () => {
  assert.deepEqual(typesOf(PAST, seek(4), replayFetched(1, 4, 2)), ["show"]);
  const first = after(PAST, seek(6, PLAYED), replayFetched(1, 6, 2));
  assert.deepEqual([first[1][0].entry, first[1][0].step], [6, 1]);
  const looking = after(first[0], replayFetched(2, 6, 2), onShown);
  assert.deepEqual(waits(looking[1]), [1600]);
  const second = fired(looking, { isPast: true });
  assert.deepEqual([second[1][0].entry, second[1][0].step], [6, 2]);
  const last = after(second[0], replayFetched(second[0].request, 6, 2), onShown);
  assert.deepEqual(waits(last[1]), [1600], "the last one is read as well, before the film goes on");
  assert.deepEqual(fired(last, { isPast: true })[1], [{ type: "sought", isThere: true, isLast: true }]);
});

test("the film goes on from a step, by a tap before its time, and stays where it is stopped", () => {
  const [state, effects] = after(PAST, seek(6, { ...PLAYED, step: 1 }), replayFetched(1, 6, 3));
  assert.equal(effects[0].step, 2);
  const [looking] = after(state, replayFetched(2, 6, 3), onShown);
  assert.equal(effectsOf(looking, onReplay({ type: "next" }))[0].step, 3);
  assert.deepEqual(effectsOf(looking, onReplay({ type: "stop" })), [{ type: "sought", isThere: true, isLast: true }]);
  const stopped = after(state, onReplay({ type: "stop" }), replayFetched(2, 6, 3), onShown);
  assert.deepEqual(stopped[1], [{ type: "sought", isThere: true, isLast: true }]);
});

test("the film leaves out entries without steps, but not the last, and plays none without motion", () => {
  assert.equal(effectsOf(PAST, seek(6, PLAYED), replayFetched(1, 6, 0))[0].entry, 7);
  assert.deepEqual(typesOf(PAST, seek(10, PLAYED), replayFetched(1, 10, 0)), ["show"]);
  assert.deepEqual(typesOf(PAST, seek(6, { isPlayed: true }), replayFetched(1, 6, 0)), ["show"], "one step of one's own goes to each");
  assert.deepEqual(typesOf(PAST, seek(6, PLAYED), { ...replayFetched(1, 6, 2), page: { isPast: true, isStill: true } }), ["show"]);
});

test("a wish ends the step that is looked at", () => {
  const [looking] = after(PAST, seek(6, PLAYED), replayFetched(1, 6, 2), replayFetched(2, 6, 2), onShown);
  const effects = effectsOf(looking, onReplay(seek(3)));
  assert.deepEqual([effects[0].type, effects[0].isLast, effects[1].entry], ["sought", false, 3]);
});

test("the newest wish replaces earlier ones", () => {
  const [, effects] = after(PAST, seek(4), seek(3), seek(2), onReplay(answer(1, 10)), onReplay({ type: "shown" }));
  assert.deepEqual(effects[0], { type: "sought", isThere: true, isLast: false });
  assert.deepEqual([effects[1].type, effects[1].entry, effects.length], ["fetch", 2, 2]);
});

test("the replay goes on after a request that failed", () => {
  const [state, effects] = after(PAST, seek(4), failed(1));
  assert.deepEqual(effects, [{ type: "sought", isThere: false, isLast: true }]);
  assert.equal(effectsOf(state, seek(4))[0].type, "fetch");
  const lacking = after(PAST, seek(4), onReplay(answer(1, 10)), onReplay({ type: "refused" }));
  assert.deepEqual([lacking[1][0].entry, lacking[1][0].isWhole], [4, true]);
});

test("a page of the past follows nothing else, and a page of the present no replay", () => {
  for (const event of [
    version(11),
    draftElsewhere,
    { type: "visible" },
    { type: "connected" },
    { type: "board", version: 11, text: "text", board: board(11) },
  ]) {
    assert.deepEqual(effectsOf(PAST, onReplay(event)), [], event.type);
  }
  assert.deepEqual(effectsOf(CONNECTED, seek(4)), [{ type: "sought", isThere: false, isLast: true }]);
});
