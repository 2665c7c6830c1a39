// Plain JavaScript in old syntax, so that an old Node can say what is wrong instead of failing on our TypeScript.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `InvisibleBench needs Node 22.18 or later and this is ${process.versions.node}; run \`npm ci\` in the repository, which installs one, or upgrade Node.\n`,
  );
  process.exit(2);
}
