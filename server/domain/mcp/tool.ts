/**
 * Tools that the gateway offers to assistants over the Model Context Protocol. A tool is one call
 * of the management API, described to a model: rights, checks and audit rows are those of the call.
 */
import type { Static, TObject } from '@sinclair/typebox'
import type { CallId, DataOf, Envelope, InputOf } from '../api-calls/contract'

/** Parts of a request of the management API. */
export interface CallInput {
  readonly params?: object
  readonly query?: object
  readonly body?: object
}

interface ToolFacts {
  /** `noun_verb`. Of several rows of one name, the first that the caller may use is the tool. */
  readonly name: string
  /** What people see in a list of tools. */
  readonly title: string
  /** What the model goes by; English, as models read it best. */
  readonly description: string
  readonly input: TObject
  /** Nothing for tools that only read. */
  readonly writes?: 'adds' | 'changes'
  /** Asking twice is the same as asking once. */
  readonly isIdempotent?: true
  /** Something beyond the gateway is contacted, such as an upstream. */
  readonly isOpenWorld?: true
}

export interface Tool extends ToolFacts {
  readonly call: CallId
  // Methods, so that rows of every shape of input fit one list; the input is read by the row's
  // own schema before it gets here.
  request(input: object): CallInput
  /** What the assistant is shown. */
  result(envelope: Envelope<unknown>, input: object): object
}

interface ToolRow<Id extends CallId, Input extends TObject> extends ToolFacts {
  readonly call: Id
  readonly input: Input
  request(input: Static<Input>): InputOf<Id>
  result(envelope: Envelope<DataOf<Id>>, input: Static<Input>): object
}

export function tool<const Id extends CallId, Input extends TObject>(
  row: ToolRow<Id, Input>,
): Tool {
  return row
}
