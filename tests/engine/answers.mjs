// Answers calls of the engine, a line of JSON each on standard input, with a line each: what the worker of a page does.
// Usage: node answers.mjs ENGINE.wasm [--times] <calls >answers
// With --times, it writes the milliseconds of each call instead of its answer.
import { readFileSync, writeSync } from "node:fs";

let engine;
const page = { now: () => performance.now(), progress: () => {} };
({ exports: engine } = (await WebAssembly.instantiate(readFileSync(process.argv[2]), { page })).instance);

for (const line of readFileSync(0, "utf8").split("\n")) {
  if (!line) continue;
  const bytes = new TextEncoder().encode(line);
  const room = engine.room(bytes.length);
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  const began = performance.now();
  const length = engine.answer();
  const milliseconds = performance.now() - began;
  const answer = process.argv[3] === "--times" ? milliseconds : new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answered(), length));
  for (let rest = new TextEncoder().encode(`${answer}\n`); rest.length > 0;) rest = rest.subarray(writeSync(1, rest));
}
