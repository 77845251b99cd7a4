/** At which API of its vendor each channel of a route would be called. */
import type { ApiReason } from '../../domain/routing/api'
import { isReachable, type RouteVerdict } from '../../domain/routing/verdict'
import type { ApiQuestion } from '../channel-ports'
import type { ServiceDeps } from '../service-deps'

export interface CandidateApi {
  /** Of the vendor, at which the channel is called; "" where it is not, or nobody knows. */
  readonly api: string
  readonly api_reason: ApiReason | ''
  /** The same for a chat that offers tools; "" where that makes no difference. */
  readonly tools_api: string
  readonly tools_api_reason: ApiReason | ''
}

interface Candidate extends CandidateApi {
  readonly id: number
  readonly verdict: RouteVerdict
}

export const NO_API: CandidateApi = { api: '', api_reason: '', tools_api: '', tools_api_reason: '' }

type RouteQuestion = Omit<ApiQuestion, 'offersTools'>

/** Of channels that a call may reach: the others lack what an address is made of. */
export async function withApis<Row extends Candidate>(
  deps: Pick<ServiceDeps, 'channelPorts'>,
  candidates: readonly Row[],
  question: RouteQuestion,
): Promise<readonly Row[]> {
  const { channelPorts } = deps
  if (channelPorts === undefined) return candidates
  const found: Row[] = []
  for (const candidate of candidates) {
    const isReached = isReachable(candidate.verdict)
    found.push(
      isReached ? { ...candidate, ...(await apiOf(channelPorts, candidate, question)) } : candidate,
    )
  }
  return found
}

async function apiOf(
  { routeApi }: Pick<NonNullable<ServiceDeps['channelPorts']>, 'routeApi'>,
  { id }: Candidate,
  question: RouteQuestion,
): Promise<CandidateApi> {
  const plain = await routeApi(id, { ...question, offersTools: false })
  const tools = await routeApi(id, { ...question, offersTools: true })
  const isSame = tools?.path === plain?.path
  return {
    api: plain?.path ?? '',
    api_reason: plain?.reason ?? '',
    tools_api: isSame ? '' : (tools?.path ?? ''),
    tools_api_reason: isSame ? '' : (tools?.reason ?? ''),
  }
}
