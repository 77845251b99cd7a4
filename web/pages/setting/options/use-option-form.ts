/** What is stored, what is typed over it, and saving the difference: one call per setting. */
import { useCallback, useMemo, useState } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { GatewayError } from '../../../../server/domain/errors/gateway-error'
import { OPTION_KEYS, type OptionKey, optionRow } from '../../../../server/domain/options'
import { priceFieldOf } from '../../../../server/domain/prices/price-row'
import { priceRowsBetween } from '../../../../server/domain/prices/price-texts'
import { call } from '../../../api/client'
import { refresh, useEndpoint } from '../../../api/use-endpoint'
import { type Text, useText } from '../../../language'
import { useToast } from '../../../shell/Toasts'

type Texts = Partial<Record<OptionKey, string>>

export interface OptionForm {
  /** What is typed, else what is stored; "" for a secret. */
  readonly valueOf: (key: OptionKey) => string
  readonly storedOf: (key: OptionKey) => string
  /** Whether a secret has a value. */
  readonly hasSecret: (key: OptionKey) => boolean
  readonly problemOf: (key: OptionKey) => string | undefined
  readonly isBusy: (key: OptionKey) => boolean
  /** In the order of the registry. */
  readonly changed: readonly OptionKey[]
  readonly edit: (key: OptionKey, value: string) => void
  /**
   * Saves what differs among the keys; with `values`, those instead of what is typed. `trial`
   * is what the bot check gave to the page that switches it on.
   */
  readonly save: (
    keys: readonly OptionKey[],
    values?: Texts,
    trial?: string | undefined,
  ) => Promise<boolean>
  /** Brings the default back, which is the way to clear a secret. */
  readonly reset: (key: OptionKey) => Promise<boolean>
  readonly discard: () => void
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
  const saving = useSaving({ storedOf, drafts, reload })
  if (answer === undefined) return { form: undefined, error, reload }
  const form: OptionForm = {
    valueOf: (key) => drafts.texts[key] ?? storedOf(key),
    storedOf,
    hasSecret: (key) => answer.secrets?.[key] === true,
    problemOf: (key) => drafts.problems[key],
    changed: drafts.changed,
    edit: drafts.edit,
    discard: drafts.clear,
    ...saving,
  }
  return { form, error, reload }
}

interface Drafts {
  readonly texts: Texts
  readonly problems: Texts
  readonly changed: readonly OptionKey[]
  readonly edit: (key: OptionKey, value: string) => void
  readonly forget: (key: OptionKey) => void
  /** What was typed on while it was being saved stays. */
  readonly settle: (saved: readonly Change[]) => void
  readonly complain: (problems: Texts) => void
  readonly clear: () => void
}

function useDrafts(storedOf: (key: OptionKey) => string): Drafts {
  const [texts, setTexts] = useState<Texts>({})
  const [problems, setProblems] = useState<Texts>({})
  const changed = OPTION_KEYS.filter((key) => {
    const typed = texts[key]
    return typed !== undefined && typed !== storedOf(key)
  })
  return {
    texts,
    problems,
    changed,
    edit(key, value) {
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
    clear() {
      setTexts({})
      setProblems({})
    },
  }
}

interface SavingFacts {
  readonly storedOf: (key: OptionKey) => string
  readonly drafts: Drafts
  readonly reload: () => Promise<unknown>
}

function useSaving({ storedOf, drafts, reload }: SavingFacts) {
  const { text } = useText()
  const toast = useToast()
  const [busy, setBusy] = useState<ReadonlySet<OptionKey>>(new Set())
  const save: OptionForm['save'] = async (keys, values = drafts.texts, trial) => {
    const changes = changesOf(keys, values, storedOf).map((change) => ({
      ...change,
      ...(trial !== undefined && { trial }),
    }))
    if (changes.length === 0) {
      toast.warn(text('options.unchanged'))
      return false
    }
    const refused = problemsOf(changes, text)
    drafts.complain(refused)
    if (Object.keys(refused).length > 0) {
      toast.warn(text('options.check_input'))
      focusFirstProblem()
      return false
    }
    const sent = changes.map(({ key }) => key)
    setBusy((old) => new Set([...old, ...sent]))
    const failed = await send(changes, storedOf, text)
    await Promise.all([reload(), refresh('status')])
    drafts.settle(changes.filter(({ key }) => failed[key] === undefined))
    drafts.complain(failed)
    setBusy((old) => without(old, sent))
    const count = Object.keys(failed).length
    if (count === 0) toast.success(text('options.saved'))
    else toast.warn(text(count < changes.length ? 'options.partly_saved' : 'options.not_saved'))
    if (count > 0) focusFirstProblem()
    return count === 0
  }
  const reset = async (key: OptionKey): Promise<boolean> => {
    setBusy((old) => new Set([...old, key]))
    try {
      await call('option.reset', { params: { key } })
      await reload()
      drafts.forget(key)
      return true
    } catch (error) {
      drafts.complain({ [key]: failureText(error, text) })
      return false
    } finally {
      setBusy((old) => without(old, [key]))
    }
  }
  return { save, reset, isBusy: (key: OptionKey) => busy.has(key) }
}

function without(keys: ReadonlySet<OptionKey>, gone: readonly OptionKey[]): Set<OptionKey> {
  return new Set([...keys].filter((key) => !gone.includes(key)))
}

type TextOf = (key: OptionKey) => string

/**
 * Prices all in one request, so that no call is charged at a mix of them; the others one after
 * the other, so that an alias and the setting that it stands for keep their order.
 */
async function send(changes: readonly Change[], storedOf: TextOf, text: Text): Promise<Texts> {
  const [prices, others] = [changes.filter(isPrice), changes.filter((row) => !isPrice(row))]
  const failed: Texts = prices.length === 0 ? {} : await sendPrices(prices, storedOf, text)
  for (const body of others) {
    try {
      await call('option.set', { body })
    } catch (error) {
      failed[body.key] = failureText(error, text)
    }
  }
  return failed
}

function isPrice({ key }: Change): boolean {
  return priceFieldOf(key) !== undefined
}

async function sendPrices(
  changes: readonly Change[],
  storedOf: TextOf,
  text: Text,
): Promise<Texts> {
  const typed = new Map(changes.map(({ key, value }) => [key, value]))
  const prices = priceRowsBetween(storedOf, (key) => typed.get(key) ?? storedOf(key))
  try {
    // Texts that are written otherwise and say the same change nothing.
    if (prices.length > 0) await call('price.set', { body: { prices: [...prices] } })
    return {}
  } catch (error) {
    return Object.fromEntries(changes.map(({ key }) => [key, failureText(error, text)]))
  }
}

interface Change {
  readonly key: OptionKey
  readonly value: string
  readonly trial?: string
}

function changesOf(
  keys: readonly OptionKey[],
  values: Texts,
  storedOf: (key: OptionKey) => string,
): readonly Change[] {
  return keys.flatMap((key) => {
    const value = values[key]
    return value === undefined || value === storedOf(key) ? [] : [{ key, value }]
  })
}

function problemsOf(changes: readonly Change[], text: Text): Texts {
  const problems: Texts = {}
  for (const { key, value } of changes) {
    try {
      optionRow(key).parse(value)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      problems[key] = reasonOf(error, text)
    }
  }
  return problems
}

function reasonOf({ params }: GatewayError, text: Text): string {
  // Rows refuse with keys of the dictionaries only.
  const reason = params.reason as Parameters<Text>[0]
  return text(reason, params)
}

/** After the messages are rendered, because they mark the fields. */
function focusFirstProblem(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('.options [aria-invalid="true"]')?.focus()
  })
}
