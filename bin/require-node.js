// Plain JavaScript in old syntax, so that an old Node can say what is wrong instead of failing on our TypeScript.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `InvisibleBench needs Node 22.19 or later, and this is ${process.versions.node}: install a newer one, or in a checkout run \`npm ci\`, which brings its own.\n`,
  );
  process.exit(2);
}
