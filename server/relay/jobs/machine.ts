/**
 * Follows every job to its end. Each is claimed by one process at a time, by its own row; one that
 * a crash leaves behind comes due again. Providers are polled in turns, many jobs with one question
 * where they can be; a provider's webhook and a client that asks only bring the question forward,
 * so nothing that a stranger sends is ever believed.
 */
import { GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import { isEndState, type JobEndState, nextState } from '../../domain/jobs/states'
import type { Relay } from '../call/relay'
import { channelThatMade } from '../call/route/keys'
import { objectOf } from '../formats/dialects/json-fields'
import type { StoredJob } from '../ports/jobs'
import type { RelayChannel } from '../ports/ports'
import { atOnce, Turns } from '../ports/turns'
import { ask } from './ask'
import { moduleNamed, placeFor } from './choose'
import { endJob, type JobEnding } from './end-job'
import type { JobPlace, JobProvider, Sight } from './provider'
import { pollPause, sighted } from './sighting'

const POLL_LIMIT_MS = 30_000
const CANCEL_LIMIT_MS = 20_000
const QUESTIONS_AT_ONCE = 8
/** A provider may not know at once what it has just taken on. */
const UNKNOWN_FOR_MS = 120_000
/** Another node may know a channel that this one does not yet. */
const CHANNEL_GONE_POLLS = 3

export interface MachineParts {
  /** What went wrong; the job comes due again. */
  readonly warn: (job: Pick<StoredJob, 'id'>, error: unknown) => void
  /** Notifies a user of an end, at the address that came with the job. */
  readonly tell: (job: StoredJob) => Promise<void>
}

interface Reach {
  readonly channel: RelayChannel
  readonly provider: JobProvider
}

export class JobMachine {
  readonly #relay: Relay
  #parts: MachineParts | undefined
  readonly #turns: Turns
  /** Questions under way, by the jobs that they are about. */
  readonly #asking = new Map<string, Promise<void>>()
  #claiming: Promise<unknown> | undefined

  constructor(relay: Relay) {
    this.#relay = relay
    const { clock, jobs } = relay
    this.#turns = new Turns({
      clock,
      work: () => this.#work(),
      nextDueMs: () => jobs.nextDueMs(),
    })
  }

  /** Asks for what is due, and again whenever something is. */
  start(parts: MachineParts): void {
    this.#parts = parts
    this.#relay.jobs.onJob(() => this.#turns.soon())
    this.#turns.soon(0)
  }

  /** Another process follows jobs: it learns of those that begin here. */
  leaveTo(wake: () => void): void {
    this.#turns.leaveTo(wake)
    this.#relay.jobs.onJob(wake)
  }

  /** There may be more to do: another process has begun a job. */
  wake(): void {
    this.#turns.soon()
  }

  async stop(): Promise<void> {
    await this.#turns.stop()
  }

  /** The job as its provider reports it now, unless it was polled a moment ago. */
  async look(job: StoredJob): Promise<StoredJob> {
    if (isEndState(job.state) || job.state === 'submitting') return job
    const claimed = await this.#relay.jobs.claim(job.id)
    if (claimed !== undefined) {
      const question = this.#announce([claimed])
      await this.#askGroup(question.group).finally(question.end)
    } else {
      await this.#claiming
      await this.#asking.get(job.id)
    }
    return (await this.#relay.jobs.byId(job.id)) ?? job
  }

  /** A webhook of its provider has come; `false` for an address that nobody was given. */
  async hooked(hook: string): Promise<boolean> {
    const job = await this.#relay.jobs.byHook(hook)
    if (job === undefined) return false
    await this.look(job)
    return true
  }

  /** Ends it when the word was its last; the job as it is then. */
  async conclude(job: StoredJob, sight: Sight): Promise<StoredJob> {
    const state = nextState(job.state, sight.event)
    if (state === undefined || !isEndState(state)) return job
    await endJob(this.#relay, job, endingOf(state, sight))
    this.#turns.soon()
    return (await this.#relay.jobs.byId(job.id)) ?? { ...job, state }
  }

  /**
   * Stops a job for its user. Its provider is called first: what it goes on with is still to
   * be paid. Throws `job.action_unsupported`, `job.over`, and what the provider says.
   */
  async cancel(job: StoredJob): Promise<StoredJob> {
    const { channel, provider } = this.#reach(job) ?? {}
    if (isEndState(job.state)) throw new GatewayError('job.over', { id: job.id })
    if (channel === undefined || provider?.cancel === undefined || job.upstreamId === '') {
      const { model } = job.terms
      throw new GatewayError('job.action_unsupported', { action: 'cancel', model })
    }
    const place = placeFor(this.#relay, channel, job)
    const request = provider.cancel(job, place)
    await ask(this.#relay, { provider, place }, { request, limitMs: CANCEL_LIMIT_MS })
    return await this.#end(job, { state: 'cancelled', error: new GatewayError('job.failed') })
  }

  async #work(): Promise<void> {
    const { jobs } = this.#relay
    const claiming = jobs.claimDue()
    this.#claiming = claiming.catch(() => undefined)
    const due = await claiming
    const groups = Map.groupBy(due, (job) => `${job.channelId} ${job.keyHash} ${job.provider}`)
    const batches = [...groups.values()].flatMap((group) => this.#batches(group))
    const questions = batches.map((batch) => this.#announce(batch))
    try {
      await atOnce(questions, QUESTIONS_AT_ONCE, ({ group, end }) =>
        this.#askGroup(group).finally(end),
      )
    } finally {
      for (const { end } of questions) end()
    }
    await this.#tellAll()
  }

  /** Whoever looks at one of the jobs until the end waits for it. */
  #announce(group: readonly StoredJob[]) {
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const { id } of group) this.#asking.set(id, promise)
    const end = (): void => {
      for (const { id } of group) if (this.#asking.get(id) === promise) this.#asking.delete(id)
      resolve()
    }
    return { group, end }
  }

  #batches(group: readonly StoredJob[]): readonly (readonly StoredJob[])[] {
    const [first] = group
    const poll = first && moduleNamed(first.provider)?.poll
    const most = poll?.kind === 'many' ? poll.atMost : 1
    const batches: (readonly StoredJob[])[] = []
    for (let at = 0; at < group.length; at += most) batches.push(group.slice(at, at + most))
    return batches
  }

  /** Claimed jobs of one channel and provider; as many as it takes with one question. */
  async #askGroup(group: readonly StoredJob[]): Promise<void> {
    const known: StoredJob[] = []
    for (const job of group) {
      // Its user is gone, and so is the answer.
      if (job.state === 'submitting') await this.#attempt(job, () => this.#lose(job))
      else known.push(job)
    }
    const [first] = known
    if (first === undefined) return
    const reach = this.#reach(first)
    if (reach === undefined) {
      for (const job of known) await this.#attempt(job, () => this.#unreachable(job))
      return
    }
    const { provider } = reach
    const { poll } = provider
    if (poll.kind === 'one') {
      for (const job of known) await this.#attempt(job, () => this.#askOne(job, reach))
      return
    }
    const place = placeFor(this.#relay, reach.channel, first)
    const request = poll.ask(known, place)
    const answers = await ask(this.#relay, { provider, place }, { request, limitMs: POLL_LIMIT_MS })
      .then((answer) => poll.read(answer))
      .catch((error: unknown) => error)
    for (const job of known) {
      await this.#attempt(job, async () => {
        if (!(answers instanceof Map)) throw answers
        const sight: Sight | undefined = answers.get(job.upstreamId)
        await (sight === undefined ? this.#missing(job) : this.#sighted(job, { sight, reach }))
      })
    }
  }

  async #askOne(job: StoredJob, reach: Reach): Promise<void> {
    const { provider, channel } = reach
    const { poll } = provider
    if (poll.kind !== 'one') return
    const place: JobPlace = placeFor(this.#relay, channel, job)
    const question = { request: poll.ask(job, place), limitMs: POLL_LIMIT_MS }
    let sight: Sight
    try {
      const answer = objectOf(await ask(this.#relay, { provider, place }, question))
      if (answer === undefined) throw new GatewayError('upstream.invalid_answer')
      sight = { told: answer, ...poll.read(answer, job) }
    } catch (error) {
      const isUnknown = error instanceof UpstreamError && error.upstreamStatus === 404
      if (!isUnknown) throw error
      await this.#missing(job)
      return
    }
    await this.#sighted(job, { sight, reach })
  }

  /** A failure leaves the job to a later turn, or ends it when there is none. */
  async #attempt(job: StoredJob, run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      this.#parts?.warn(job, error)
      const isLate = this.#relay.clock.nowMs() > job.deadlineMs
      await (isLate ? this.#timeOut(job) : this.#rest(job)).catch((cause: unknown) =>
        this.#parts?.warn(job, cause),
      )
    }
  }

  async #sighted(
    job: StoredJob,
    { sight, reach }: { readonly sight: Sight; readonly reach: Reach },
  ): Promise<void> {
    const { jobs, clock } = this.#relay
    const nowMs = clock.nowMs()
    const note = sighted(job, sight, nowMs)
    const outcome = await jobs.note(job, { ...note, pollAtMs: nowMs + pollPause(job) })
    if (outcome !== 'noted') return
    const now = { ...job, ...note, seen: note.seen }
    const after = await this.conclude(now, sight)
    if (!isEndState(after.state) && nowMs > job.deadlineMs) await this.#timeOut(after, reach)
  }

  async #missing(job: StoredJob): Promise<void> {
    const { clock } = this.#relay
    if (clock.nowMs() - job.createdAtMs > UNKNOWN_FOR_MS) await this.#lose(job)
    else await this.#rest(job)
  }

  async #unreachable(job: StoredJob): Promise<void> {
    if (job.polls < CHANNEL_GONE_POLLS) await this.#rest(job)
    else {
      const error = new GatewayError('job.channel_gone', { id: job.id })
      await this.#end(job, { state: 'lost', error })
    }
  }

  async #lose(job: StoredJob): Promise<void> {
    await this.#end(job, { state: 'lost', error: new GatewayError('job.lost') })
  }

  /** Ends one that took too long. It is cancelled first: its result would cost the channel. */
  async #timeOut(job: StoredJob, reach = this.#reach(job)): Promise<void> {
    const { provider, channel } = reach ?? {}
    if (provider?.cancel !== undefined && channel !== undefined) {
      const place = placeFor(this.#relay, channel, job)
      const question = { request: provider.cancel(job, place), limitMs: CANCEL_LIMIT_MS }
      await ask(this.#relay, { provider, place }, question).catch((error: unknown) =>
        this.#parts?.warn(job, error),
      )
    }
    await this.#end(job, { state: 'timed_out', error: new GatewayError('job.timed_out') })
  }

  async #end(job: StoredJob, { state, error }: Required<Pick<JobEnding, 'state' | 'error'>>) {
    await endJob(this.#relay, job, { state, error, failReason: error?.id ?? '' })
    this.#turns.soon()
    return (await this.#relay.jobs.byId(job.id)) ?? { ...job, state }
  }

  async #rest(job: StoredJob): Promise<void> {
    const { jobs, clock } = this.#relay
    await jobs.rest(job, clock.nowMs() + pollPause(job))
  }

  #reach(job: StoredJob): Reach | undefined {
    const channel = channelThatMade(this.#relay.directory, job)
    const provider = moduleNamed(job.provider)
    return channel === undefined || provider === undefined ? undefined : { channel, provider }
  }

  async #tellAll(): Promise<void> {
    const { jobs } = this.#relay
    const parts = this.#parts
    if (parts === undefined) return
    await atOnce(await jobs.claimNotices(), QUESTIONS_AT_ONCE, async (job) => {
      const outcome = await parts.tell(job).then(
        () => 'delivered' as const,
        (error: unknown) => {
          parts.warn(job, error)
          return 'failed' as const
        },
      )
      await jobs.notified(job, outcome)
    })
  }
}

/** In the provider's own words. */
function refused(message: string): UpstreamError {
  return new UpstreamError({ status: 502, message })
}

function endingOf(state: JobEndState, sight: Sight): JobEnding {
  if (state === 'succeeded') return { state, failReason: '', sight }
  const { failReason = '' } = sight
  const unexplained = new GatewayError('job.failed')
  const error = failReason === '' ? unexplained : refused(failReason)
  return { state, failReason: failReason || unexplained.id, error }
}
