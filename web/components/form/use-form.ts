import { type FormEvent, useRef, useState } from 'react'

/** Field → what is wrong with it. */
export type Problems<Values> = Partial<Record<keyof Values & string, string>>

export interface Form<Values> {
  readonly values: Values
  readonly problems: Problems<Values>
  /** Whether anything differs from what the form began with. */
  readonly isChanged: boolean
  readonly set: (change: Partial<Values>) => void
  /** Begins anew with these values. */
  readonly reset: (values: Values) => void
  /** For `onSubmit`: checks, then calls; the first field with a problem gets the focus. */
  readonly submit: (send: (values: Values) => unknown) => (event: FormEvent) => void
}

export function useForm<Values extends object>(
  initial: Values,
  check: (values: Values) => Problems<Values> = () => ({}),
): Form<Values> {
  const first = useRef(initial)
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problems<Values>>({})
  return {
    values,
    problems,
    isChanged: JSON.stringify(values) !== JSON.stringify(first.current),
    set(change) {
      setValues((old) => ({ ...old, ...change }))
      // What is being mended is not complained about any longer.
      setProblems((old) => without(old, Object.keys(change)))
    },
    reset(fresh) {
      first.current = fresh
      setValues(fresh)
      setProblems({})
    },
    submit: (send) => (event) => {
      event.preventDefault()
      const found = check(values)
      setProblems(found)
      if (Object.values(found).some((problem) => problem !== undefined)) {
        focusFirstProblem(event.target)
      } else void send(values)
    },
  }
}

function without<Values>(problems: Problems<Values>, names: readonly string[]): Problems<Values> {
  const remaining = Object.entries(problems).filter(([name]) => !names.includes(name))
  return Object.fromEntries(remaining) as Problems<Values>
}

/** After the messages are rendered, because they mark the fields. */
function focusFirstProblem(form: EventTarget): void {
  requestAnimationFrame(() => {
    if (!(form instanceof HTMLElement)) return
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}
