/** One request to a product. */
export interface ProductCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** What must never be shown. */
  readonly secrets: readonly string[];
  /** What a person should do when the product turns us away. */
  readonly advice: { readonly key: string; readonly address: string };
}
