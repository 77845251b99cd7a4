/** What a command says where it runs for somebody elsewhere: one line of JSON each. */

/** Something only the caller has. */
export type Need =
  | { readonly stdin: true }
  | { readonly file: string }
  | { readonly variables: readonly string[] }
  /** Names in the keyring. */
  | { readonly secrets: readonly string[] }
  | { readonly question: string }

export interface FileToSave {
  readonly path: string
  /** Bytes in base64 where it `isBinary`. */
  readonly text: string
  readonly isBinary?: true
  /** It is there already. */
  readonly replaces: boolean
}

export type Frame =
  /** A `page` is shown as one text, paged where it is long. */
  | { readonly out: string; readonly page?: true }
  | { readonly err: string }
  /** A file to be made where the caller is, or to be changed there. */
  | { readonly save: FileToSave }
  /** The command ends here, having changed nothing, and is begun anew when it is given. */
  | { readonly need: Need }
  | { readonly exit: number }
  /** A sign of life. */
  | Record<never, never>

export const lineOf = (frame: Frame) => `${JSON.stringify(frame)}\n`
