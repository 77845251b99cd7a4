/** The same keys as the base dictionary, in another language. */
export type Dict<Base> = { readonly [Key in keyof Base]: string }
