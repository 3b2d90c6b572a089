"use strict";

/** The shortest interval between progress messages, in milliseconds. */
const EVERY = 250;

let engine;
let begun = 0;
let passed = 0;

/** The functions that the engine imports from the page; see web/src/lib.rs. */
const page = {
  now: () => performance.now(),
  progress: (pointer, length) => {
    const now = performance.now();
    if (now - passed < EVERY) return;
    passed = now;
    const text = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, pointer, length));
    postMessage({ progress: text, seconds: (now - begun) / 1000 });
  },
};

/** The module in a text: compressed, in base 64. */
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** The engine's answer to a call, as text. */
function answer(call) {
  const bytes = new TextEncoder().encode(call);
  const room = engine.room(bytes.length);
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  begun = performance.now();
  passed = begun;
  const length = engine.answer();
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answered(), length));
}

onmessage = async ({ data }) => {
  try {
    if (data.call !== undefined) {
      postMessage({ answer: answer(data.call) });
      return;
    }
    const module = data.module ?? await unpack(data.packed);
    engine = (await WebAssembly.instantiate(module, { page })).exports;
    postMessage({ module });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
