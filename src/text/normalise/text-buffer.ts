/** Limit of arguments for one call. */
const CHUNK_LENGTH = 4096;
/** Shorter texts are faster without a decoder. */
const DECODER_LENGTH = 64;
/** Capacity for the expansion of one character or one spelling. */
const SLACK = 64;

const ASCII = new TextDecoder("latin1");

/** Only one text is written at a time, so all share one buffer. Longer texts get their own. */
const SHARED_LENGTH = 1 << 14;
const SHARED = {
  codes: new Uint16Array(SHARED_LENGTH),
  starts: new Uint32Array(SHARED_LENGTH),
  ends: new Uint32Array(SHARED_LENGTH),
};

/** Buffer of code units, each with its origin. Starting the next text overwrites it. */
export class TextBuffer {
  codes: Uint16Array;
  starts: Uint32Array;
  ends: Uint32Array;
  length = 0;
  private isAscii = true;

  constructor(capacity: number) {
    const length = capacity + SLACK;
    const shared = length <= SHARED_LENGTH ? SHARED : null;
    this.codes = shared?.codes ?? new Uint16Array(length);
    this.starts = shared?.starts ?? new Uint32Array(length);
    this.ends = shared?.ends ?? new Uint32Array(length);
  }

  push(code: number, start: number, end: number): void {
    this.codes[this.length] = code;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.length += 1;
    if (code > 127) this.isAscii = false;
  }

  /** The code unit at an index, or 0 before the start. */
  codeAt(index: number): number {
    // A negative index would make every read of the array slow.
    return index < 0 ? 0 : (this.codes[index] ?? 0);
  }

  /** Ensures capacity for `count` more units, with spare. Writes beyond it are lost silently. */
  reserve(count: number): void {
    const needed = this.length + count + SLACK;
    if (needed <= this.codes.length) return;
    this.codes = grown(this.codes, new Uint16Array(needed * 2));
    this.starts = grown(this.starts, new Uint32Array(needed * 2));
    this.ends = grown(this.ends, new Uint32Array(needed * 2));
  }

  textOf(from: number, to: number): string {
    const codes = this.codes.subarray(from, to);
    if (this.isAscii && codes.length >= DECODER_LENGTH) return ASCII.decode(new Uint8Array(codes));
    let text = "";
    for (let at = 0; at < codes.length; at += CHUNK_LENGTH) {
      // `apply` takes any array-like; its type asks for an array, and a copy would cost more than the call.
      text += String.fromCharCode.apply(null, codes.subarray(at, at + CHUNK_LENGTH) as unknown as number[]);
    }
    return text;
  }
}

function grown<Numbers extends Uint16Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
