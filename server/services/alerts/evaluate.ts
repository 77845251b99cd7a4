/**
 * Looks at every rule, and writes down what has changed. Recipients are notified
 * afterwards, out of what is written: a process that dies between the two loses nothing.
 */
import {
  type AlertRuleRow,
  allAlertRules,
  findAlertRule,
  updateAlertRule,
} from '../../../db/tables/alert-rules'
import {
  type AlertStateRow,
  alertStates,
  deleteAlertState,
  endAlertFiring,
  insertAlertFiring,
  putAlertState,
} from '../../../db/tables/alert-states'
import { nowSeconds } from '../../clock'
import { MEASURE_ROWS } from '../../domain/alerts/measures'
import { type AlertSample, type NextState, nextState } from '../../domain/alerts/state'
import { MINUTE } from '../../domain/logs/rollups'
import { type ServiceDeps, SYSTEM_ACTOR, type Transaction } from '../service-deps'
import { transact, type Work } from '../work'
import { followWithIncident } from './incident'
import { type ReadSamples, samplesReader } from './samples'
import { type SubjectNames, subjectNames } from './subjects'
import { tellOfAlerts } from './tell'

/** How often a value is written although nothing has come of it. */
const VALUE_EVERY_S = MINUTE
/** Subjects of one rule that are not ok; of more, nobody reads a list. */
const MOST_SUBJECTS = 200

/** When this process has looked at rules that are not looked at each time. */
export type AlertMemory = Map<number, number>

/** A rule that cannot be read does not keep the others from being looked at. */
export async function evaluateAlerts(deps: ServiceDeps, memory: AlertMemory): Promise<void> {
  const rules = await allAlertRules(deps.db.reader)
  const states = Map.groupBy(await alertStates(deps.db.reader), ({ rule_id }) => rule_id)
  const read = samplesReader(deps, rules)
  const now = nowSeconds(deps.clock)
  const looked: Looked[] = []
  let failure: unknown
  for (const rule of rules) {
    try {
      const known = states.get(rule.id) ?? []
      const found = await lookedAt(deps, { rule, states: known, read, now, memory })
      if (found !== undefined) looked.push(found)
    } catch (error) {
      failure ??= error
    }
  }
  if (looked.length > 0) {
    await transact(deps, SYSTEM_ACTOR, async (work) => {
      for (const each of looked) await write(work, each, now)
    })
  }
  await tellOfAlerts(deps)
  if (failure !== undefined) throw failure
}

interface Look {
  readonly rule: AlertRuleRow
  readonly states: readonly AlertStateRow[]
  readonly read: ReadSamples
  readonly now: number
  readonly memory: AlertMemory
}

/** What is to be written of a rule. */
interface Looked {
  readonly rule: AlertRuleRow
  readonly value: number | null
  readonly changes: readonly Change[]
  /** What subjects are called that come anew. */
  readonly names: SubjectNames
}

/** `undefined` where there is nothing to write. */
async function lookedAt(
  deps: ServiceDeps,
  { rule, states, read, now, memory }: Look,
): Promise<Looked | undefined> {
  if (rule.enabled === 0) return undefined
  const { restS } = MEASURE_ROWS[rule.measure]
  const last = memory.get(rule.id) ?? 0
  if (rule.checked_at > 0 && last > now - restS && last <= now) return undefined
  const samples = worstFirst(rule, await read(rule, now))
  memory.set(rule.id, now)
  const changes = changesOf(rule, { states, samples, now })
  const isDue = rule.checked_at <= now - VALUE_EVERY_S || rule.checked_at > now
  if (!isDue && changes.every(({ isNews }) => !isNews)) return undefined
  const missing = changes.filter(({ before }) => before === undefined).map((each) => each.subject)
  const names = await subjectNames(deps, rule.scope, missing)
  return { rule, value: samples[0]?.value ?? null, changes, names }
}

function worstFirst(
  { comparison }: AlertRuleRow,
  samples: readonly AlertSample[],
): readonly AlertSample[] {
  const sign = comparison === 'above' ? 1 : -1
  return samples.toSorted((a, b) => sign * (b.value - a.value))
}

interface Change {
  readonly subject: string
  readonly before: AlertStateRow | undefined
  readonly next: NextState
  /** More than that the value is another. */
  readonly isNews: boolean
}

interface Found {
  readonly states: readonly AlertStateRow[]
  readonly samples: readonly AlertSample[]
  readonly now: number
}

/** Of every subject that was not ok, or is not. */
function changesOf(rule: AlertRuleRow, { states, samples, now }: Found): readonly Change[] {
  const known = new Map(states.map((state) => [state.subject, state]))
  const found = new Map(samples.map((sample) => [sample.subject, sample]))
  const breached = samples.filter(({ isBreach }) => isBreach).slice(0, MOST_SUBJECTS)
  const subjects = new Set([...known.keys(), ...breached.map(({ subject }) => subject)])
  return [...subjects].map((subject): Change => {
    const [before, sample] = [known.get(subject), found.get(subject)]
    const state = before && {
      state: before.state,
      since: before.since_at,
      clearSince: before.clear_since,
      value: before.value,
      peak: before.peak,
    }
    const next = nextState(state, sample, { ...rule, now })
    const isNews =
      next.event !== undefined ||
      next.state?.state !== before?.state ||
      next.state?.clearSince !== before?.clear_since
    return { subject, before, next, isNews }
  })
}

async function write(
  work: Work,
  { rule, value, changes, names }: Looked,
  now: number,
): Promise<void> {
  const { trx } = work
  // Somebody may have changed or removed it while it was looked at.
  const current = await findAlertRule(trx, { id: rule.id })
  if (current?.updated_at !== rule.updated_at) return
  await updateAlertRule(trx, rule.id, { checked_at: now, value })
  for (const change of changes) {
    const name = names.get(change.subject) ?? change.subject
    await writeChange(trx, rule, { ...change, name, now })
  }
  const events = new Set(changes.map(({ next }) => next.event))
  const hasFired = events.has('fired')
  if (hasFired || events.has('recovered')) await followWithIncident(work, current, { hasFired })
}

interface NamedChange extends Change {
  readonly name: string
  readonly now: number
}

async function writeChange(
  trx: Transaction,
  rule: AlertRuleRow,
  { subject, before, next, name, now }: NamedChange,
): Promise<void> {
  const { state, event } = next
  const key = { rule_id: rule.id, subject }
  if (state === undefined) {
    if (before !== undefined) await deleteAlertState(trx, key)
    if (event === 'recovered' && before !== undefined) {
      const until = before.clear_since || now
      await endAlertFiring(trx, before.firing_id, { until, peak: before.peak })
    }
    return
  }
  const called = before?.name ?? name
  const firing_id =
    event === 'fired'
      ? await insertAlertFiring(
          trx,
          firingOf(rule, { ...key, name: called, value: state.value, now }),
        )
      : (before?.firing_id ?? 0)
  const { state: is, since, clearSince, value, peak } = state
  const times = { since_at: since, clear_since: clearSince, firing_id }
  await putAlertState(trx, { ...key, name: called, state: is, value, peak, ...times })
}

interface Fired {
  readonly subject: string
  readonly name: string
  readonly value: number
  readonly now: number
}

/** As the rule is now, whatever becomes of it. */
function firingOf(
  { id, name, measure, scope, comparison, severity, threshold }: AlertRuleRow,
  fired: Fired,
) {
  const { subject, name: subjectName, value, now } = fired
  return {
    rule_id: id,
    rule_name: name,
    ...{ subject, name: subjectName, measure, scope, comparison, severity, threshold },
    ...{ value, peak: value, from_at: now },
  }
}
