/** Time that jumps from one event to the next, and the stations at which work queues. Milliseconds throughout. */

interface Event {
  readonly atMs: number;
  /** For events at the same time, the one planned first comes first. */
  readonly order: number;
  readonly happen: () => void;
}

export class EventLoop {
  #nowMs = 0;
  #planned = 0;
  /** A binary heap: no event is earlier than the one at half its place. */
  readonly #heap: Event[] = [];

  get nowMs(): number {
    return this.#nowMs;
  }

  after(ms: number, happen: () => void): void {
    this.at(this.#nowMs + ms, happen);
  }

  at(atMs: number, happen: () => void): void {
    if (!(atMs >= this.#nowMs))
      throw new Error(`an event at ${atMs} ms was planned at ${this.#nowMs} ms, in its past`);
    const heap = this.#heap;
    const event: Event = { atMs, order: this.#planned++, happen };
    let place = heap.push(event) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = heap[above];
      if (other === undefined || !isBefore(event, other)) break;
      heap[place] = other;
      place = above;
    }
    heap[place] = event;
  }

  /** Lets everything happen up to that time, or until `isOver`. */
  run(untilMs = Number.POSITIVE_INFINITY, isOver: () => boolean = () => false): void {
    while (!isOver()) {
      const next = this.#heap[0];
      if (next === undefined || next.atMs > untilMs) break;
      this.#removeFirst();
      this.#nowMs = next.atMs;
      next.happen();
    }
    if (Number.isFinite(untilMs) && !isOver()) this.#nowMs = Math.max(this.#nowMs, untilMs);
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      let child = heap[below];
      if (child === undefined) break;
      const right = heap[below + 1];
      if (right !== undefined && isBefore(right, child)) [below, child] = [below + 1, right];
      if (!isBefore(child, last)) break;
      heap[place] = child;
      place = below;
    }
    heap[place] = last;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}

export interface Outage {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Serves one after the other, in the order of arrival: a core, a lock, a process. What arrives in an outage waits for its end. */
export class Station {
  readonly #loop: EventLoop;
  readonly #outages: readonly Outage[];
  #freeAtMs = 0;
  #busyMs = 0;

  constructor(loop: EventLoop, outages: readonly Outage[] = []) {
    this.#loop = loop;
    this.#outages = outages;
  }

  /** Its total work time, including promised work. */
  get busyMs(): number {
    return this.#busyMs;
  }

  /** When a piece of work that arrives then is done. */
  take(serviceMs: number, arrivesMs: number = this.#loop.nowMs): number {
    let startMs = Math.max(arrivesMs, this.#freeAtMs);
    for (const { fromMs, toMs } of this.#outages) {
      if (startMs < toMs && startMs + serviceMs > fromMs) startMs = toMs;
    }
    this.#freeAtMs = startMs + serviceMs;
    this.#busyMs += serviceMs;
    return this.#freeAtMs;
  }
}
