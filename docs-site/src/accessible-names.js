// Names that screen readers read, where the parts that the site is made of give none. Stands in the head of every page.
addEventListener("focusin", ({ target }) => {
  if (target.matches(".pagefind-ui__search-input")) target.setAttribute("aria-label", target.title);
});

// A block of code that scrolls becomes a region, and regions are told apart by their names.
new MutationObserver((changes) => {
  const blocks = [...document.querySelectorAll("pre")];
  for (const { target } of changes) {
    const place = blocks.indexOf(target) + 1;
    if (place > 0) target.ariaLabel = target.role === "region" ? `Code ${place}` : null;
  }
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["role"] });
