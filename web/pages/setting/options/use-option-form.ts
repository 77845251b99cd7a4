/** What is stored, what is typed over it, and saving the difference: one call per setting. */
import { useCallback, useMemo, useRef, useState } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { OptionKey } from '../../../../server/domain/options'
import { call } from '../../../api/client'
import { refresh, useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useToast } from '../../../app/Toasts'
import { OPTION_KEYS } from './option-facts'
import { type Change, problemsOf, sendChanges, type Texts } from './save-options'
import { type Checks, useChecks } from './use-checks'
import { type GroupLimitsForm, useGroupLimits } from './use-group-limits'
import { type Switches, useSwitches } from './use-switches'

export interface OptionForm extends Checks {
  /** What is typed, else what is stored; "" for a secret. */
  readonly valueOf: (key: OptionKey) => string
  readonly storedOf: (key: OptionKey) => string
  /** Whether a secret has a value. */
  readonly hasSecret: (key: OptionKey) => boolean
  /** Whether a value is stored. */
  readonly isSet: (key: OptionKey) => boolean
  readonly problemOf: (key: OptionKey) => string | undefined
  readonly isBusy: (key: OptionKey) => boolean
  /** In the order of the registry. */
  readonly changed: readonly OptionKey[]
  readonly edit: (key: OptionKey, value: string) => void
  /** Saves everything that is typed, or what of it has these keys. */
  readonly save: (keys?: readonly OptionKey[]) => Promise<boolean>
  /** Brings the default back, which is the way to clear a secret. */
  readonly reset: (key: OptionKey) => Promise<boolean>
  readonly discard: () => void
  readonly switches: Switches
  readonly groupLimits: GroupLimitsForm
}

export interface OptionReading {
  /** `undefined` until the settings are read. */
  readonly form: OptionForm | undefined
  readonly error: unknown
  readonly reload: () => Promise<unknown>
}

export function useOptionForm(): OptionReading {
  const list = useEndpoint('option.list')
  const { answer, error, reload } = list
  const stored = useMemo(() => {
    const rows = answer?.data.map(({ key, value }) => [key, value] as const)
    return new Map<string, string>(rows)
  }, [answer])
  const storedOf = useCallback((key: OptionKey) => stored.get(key) ?? '', [stored])
  const drafts = useDrafts(storedOf)
  const checking = useChecks()
  const saving = useSaving({ ...checking, storedOf, drafts, reload })
  const switches = useSwitches({ storedOf, reload })
  const groupLimits = useGroupLimits()
  if (answer === undefined) return { form: undefined, error, reload }
  const textOf = (key: OptionKey): string => drafts.texts[key] ?? storedOf(key)
  const hasSecret = (key: OptionKey): boolean => answer.secrets?.[key] === true
  const form: OptionForm = {
    valueOf: textOf,
    storedOf,
    hasSecret,
    isSet: (key) => storedOf(key) !== '' || hasSecret(key),
    problemOf: (key) => drafts.problems[key],
    changed: drafts.changed,
    edit(key, value) {
      drafts.edit(key, value)
      // So that problems are shown while it is typed.
      void checking.loadChecks()
    },
    discard: drafts.clear,
    switches,
    groupLimits,
    ...saving,
    ...checking,
  }
  return { form, error, reload }
}

interface Drafts {
  readonly texts: Texts
  readonly problems: Texts
  readonly changed: readonly OptionKey[]
  readonly changesOf: (keys: readonly OptionKey[]) => readonly Change[]
  readonly edit: (key: OptionKey, value: string) => void
  readonly forget: (key: OptionKey) => void
  /** What was typed on while it was being saved stays. */
  readonly settle: (saved: readonly Change[]) => void
  readonly complain: (problems: Texts) => void
  /** What is stored now was shown: saving again means it. */
  readonly accept: (keys: readonly OptionKey[]) => void
  readonly clear: () => void
}

function useDrafts(storedOf: (key: OptionKey) => string): Drafts {
  const [texts, setTexts] = useState<Texts>({})
  /** What was stored when each text began to be typed. */
  const [opened, setOpened] = useState<Texts>({})
  const [problems, setProblems] = useState<Texts>({})
  const changed = OPTION_KEYS.filter((key) => {
    const typed = texts[key]
    return typed !== undefined && typed !== storedOf(key)
  })
  return {
    texts,
    problems,
    changed,
    changesOf: (keys) =>
      keys.flatMap((key) => {
        const [value, stored] = [texts[key], storedOf(key)]
        if (value === undefined || value === stored) return []
        return [{ key, value, expected: opened[key] ?? stored }]
      }),
    edit(key, value) {
      const stored = storedOf(key)
      setOpened((old) => (texts[key] === undefined ? { ...old, [key]: stored } : old))
      setTexts((old) => ({ ...old, [key]: value }))
      // What is being mended is not complained about any longer.
      setProblems((old) => ({ ...old, [key]: undefined }))
    },
    forget(key) {
      setTexts((old) => ({ ...old, [key]: undefined }))
      setProblems((old) => ({ ...old, [key]: undefined }))
    },
    settle(saved) {
      setTexts((old) => {
        const done = saved.filter(({ key, value }) => old[key] === value)
        return { ...old, ...Object.fromEntries(done.map(({ key }) => [key, undefined])) }
      })
      const none = Object.fromEntries(saved.map(({ key }) => [key, undefined]))
      setProblems((old) => ({ ...old, ...none }))
    },
    complain: (found) => setProblems((old) => ({ ...old, ...found })),
    accept(keys) {
      const none = Object.fromEntries(keys.map((key) => [key, undefined]))
      setOpened((old) => ({ ...old, ...none }))
    },
    clear() {
      setTexts({})
      setProblems({})
    },
  }
}

interface SavingFacts extends Pick<Checks, 'loadChecks'> {
  readonly storedOf: (key: OptionKey) => string
  readonly drafts: Drafts
  readonly reload: () => Promise<unknown>
}

function useSaving({ storedOf, drafts, reload, loadChecks }: SavingFacts) {
  const { text } = useText()
  const toast = useToast()
  const [busy, setBusy] = useState<ReadonlySet<OptionKey>>(new Set())
  // A second click arrives before the state of the first is drawn.
  const sending = useRef<ReadonlySet<OptionKey>>(new Set())
  const setSending = (keys: ReadonlySet<OptionKey>): void => {
    sending.current = keys
    setBusy(keys)
  }
  const once = async (keys: readonly OptionKey[], work: () => Promise<boolean>) => {
    if (keys.some((key) => sending.current.has(key))) {
      toast.warn(text('failure.twice'))
      return false
    }
    setSending(new Set([...sending.current, ...keys]))
    try {
      return await work()
    } finally {
      setSending(new Set([...sending.current].filter((key) => !keys.includes(key))))
    }
  }
  const send = async (changes: readonly Change[]): Promise<boolean> => {
    const ports = { checks: await loadChecks(), storedOf, text }
    const refused = problemsOf(changes, ports)
    drafts.complain(refused)
    if (Object.keys(refused).length > 0) {
      toast.warn(text('options.check_input'))
      focusFirstProblem()
      return false
    }
    const failed = await sendChanges(changes, ports)
    await Promise.all([reload(), refresh('status')])
    drafts.settle(changes.filter(({ key }) => failed[key] === undefined))
    drafts.complain(failed)
    drafts.accept(changes.map(({ key }) => key))
    const count = Object.keys(failed).length
    if (count === 0) toast.success(text('options.saved'))
    else toast.warn(text(count < changes.length ? 'options.partly_saved' : 'options.not_saved'))
    if (count > 0) focusFirstProblem()
    return count === 0
  }
  const save: OptionForm['save'] = async (keys = drafts.changed) => {
    const changes = drafts.changesOf(keys)
    const sent = changes.map(({ key }) => key)
    return await once(sent, () => send(changes))
  }
  const reset = (key: OptionKey): Promise<boolean> =>
    once([key], async () => {
      try {
        await call('option.reset', { params: { key } })
        await reload()
        drafts.forget(key)
        return true
      } catch (error) {
        drafts.complain({ [key]: failureText(error, text) })
        return false
      }
    })
  return { save, reset, isBusy: (key: OptionKey) => busy.has(key) }
}

/** After the messages are rendered, because they mark the fields. */
function focusFirstProblem(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('.options [aria-invalid="true"]')?.focus()
  })
}
