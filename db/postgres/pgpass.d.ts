declare module 'pgpass' {
  interface Wanted {
    readonly host: string
    readonly port: number
    readonly database: string
    readonly user: string
  }
  /** Reads PGPASSFILE, else ~/.pgpass; warns on stderr of a file that others may read. */
  export default function pgpass(
    wanted: Wanted,
    found: (password: string | undefined) => void,
  ): void
}
