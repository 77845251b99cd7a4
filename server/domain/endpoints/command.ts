/** Commands of the terminal, run where the gateway is. */
import { type Static, Type } from '@sinclair/typebox'
import { endpoint, oneOf } from './endpoint'

const CommandRequest = Type.Object({
  /** Without the program; flags that choose a gateway or a folder have no effect. */
  argv: Type.Array(Type.String()),
  language: oneOf(['zh', 'en']),
  /** Of times that are written and read. */
  time_zone: Type.String(),
  /** Folder that names of files start from. */
  folder: Type.String(),
  terminal: Type.Object({
    out: Type.Boolean(),
    err: Type.Boolean(),
    color: Type.Boolean(),
    /** 0 where there is no terminal. */
    columns: Type.Integer(),
    rows: Type.Integer(),
    /** Somebody can answer a question. */
    asks: Type.Boolean(),
  }),
  /** What the command has asked for, by its name; a value that is not there is null. */
  given: Type.Object({
    stdin: Type.Optional(Type.String()),
    files: Type.Optional(Type.Record(Type.String(), Type.String())),
    variables: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
    /** Of the caller's keyring. */
    secrets: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
    answers: Type.Optional(Type.Record(Type.String(), Type.String())),
  }),
})
export type CommandRequest = Static<typeof CommandRequest>

export const commandEndpoints = [
  endpoint({
    id: 'command.run',
    method: 'POST',
    path: '/api/command/',
    role: 'root',
    secondFactor: 'fresh',
    body: CommandRequest,
    bare: 'application/x-ndjson',
    data: Type.Unknown(),
    summary:
      'Runs a command of the terminal, as `gw` does for a context: lines with `out` and `err` ' +
      'are what it prints, `need` is what it wants in a second request, `exit` ends it.',
    example: { out: 'ID  NAME\n' },
  }),
] as const
