/** The page takes types from `src/site`, whose files import Node. This keeps Node's globals out of the page. */
declare module "node:*";
