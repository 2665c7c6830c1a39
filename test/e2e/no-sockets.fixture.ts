import dns from "node:dns";
import net from "node:net";

function forbid(): never {
  process.stderr.write("a socket was opened\n");
  process.exit(99);
}
net.Socket.prototype.connect = forbid;
Object.assign(dns, { lookup: forbid });
