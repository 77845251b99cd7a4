/** A form as the pipeline sees it. What comes behind the file is known once it has come. */
import type { FormBody } from '../../multipart/form-body'
import type { JudgedField } from '../../wire/judged-fields'
import type { Query } from './query'
import { readChoices, readModel, readNotes } from './query-fields'

const NOTHING = Buffer.alloc(0)

export class FormQuery implements Query {
  readonly form: FormBody
  readonly model: string
  readonly bytes = NOTHING
  readonly parsed = undefined
  readonly maxTokens = undefined
  readonly mayHoldForeign = false
  readonly includeUsage = false
  readonly reasoningEffort = undefined
  readonly #notes: readonly JudgedField[]

  /** Throws `request.model_missing`, or `request.invalid` for a name that is none. */
  constructor(
    form: FormBody,
    given: { readonly model: string; readonly notes: readonly JudgedField[] },
  ) {
    this.form = form
    this.#notes = given.notes
    this.model = readModel(form.fields.get('model')?.value, given.model)
  }

  get stream(): boolean {
    return this.form.fields.get('stream')?.value === 'true'
  }

  get choices(): number {
    return readChoices(Number(this.form.fields.get('n')?.value))
  }

  get fields(): ReadonlySet<string> {
    return this.form.names
  }

  get notes(): Readonly<Record<string, string>> {
    return readNotes(this.#notes, (name) => this.form.fields.get(name)?.value)
  }
}
