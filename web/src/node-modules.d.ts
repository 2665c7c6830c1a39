declare module "node:*";
