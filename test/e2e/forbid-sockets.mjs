// Preloaded by tests of what must not touch the network: whoever opens a connection is stopped, loudly.
import { Socket } from "node:net";

Socket.prototype.connect = () => {
  throw new Error("a socket was opened");
};
globalThis.fetch = () => {
  throw new Error("a request was sent");
};
