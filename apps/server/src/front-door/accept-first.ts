/** For how long new connections come before the next request of a queue (ms), and in how many turns at least. */
const ACCEPT_FOR = 10;
const MIN_TURNS = 4;

let accepted = 0;

/** Call it for each new connection: the listener of `connection` of the server. */
export function noteConnection(): void {
  accepted += 1;
}

/**
 * Runs `work` in the first of the next turns of the event loop that brought no new connection, at the latest after 10 ms or 4 turns.
 *
 * libuv accepts one connection a turn. If each turn also rendered a page of 20 ms, a server would accept 50 connections a second,
 * and during a flood of new connections the kernel would refuse those of everybody else.
 */
export function afterAccepting(work: () => void): void {
  const until = performance.now() + ACCEPT_FOR;
  let seen = accepted;
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (accepted === seen || (turns > MIN_TURNS && performance.now() >= until)) return work();
    seen = accepted;
    setImmediate(turn);
  };
  setImmediate(turn);
}
