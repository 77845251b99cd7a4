/** An upstream of each dialect for the matrix: its channel, and what it answers. */
import type { DialectName } from '../../../server/domain/calls/protocol'
import type { ChannelSeed } from '../../support/seed'
import { refusalByReplicate } from '../../support/stand-ins/replicate'
import { fixture, json, type RecordedRequest, type Reply, sse } from '../../support/upstream'
import { type DialectMember, has, type Lack } from '../dialect-member'
import { anthropic, converse, gemini, openai, responses } from '../members'
import { cohere, dify, ernie, hunyuan, ollama } from '../vendor-members'
import { type Change, changed } from './variants'

export type Recording = 'text' | 'thinking' | 'tools'

export interface MatrixUpstream {
  readonly channel: ChannelSeed
  readonly lacks: readonly Lack[]
  readonly reply: (recording: Recording, stream: boolean, change?: Change) => Reply
  /** The reply, for requests that are as the vendor documents them. */
  readonly judge: (request: RecordedRequest, reply: Reply) => Reply
  /** How a refusal is worded there. */
  readonly refusal: (status: number, message: string) => unknown
  /** Wishes that it fulfils without being asked. */
  readonly fulfils?: readonly string[]
  /** What an answer is signed by, which has to come back in the next turn. */
  readonly proof?: { readonly recording: Recording; readonly signature: string }
}

const KEY = 'upstream-key-1'

/** The name that a client calls the dialect's model. */
export function modelAt(dialect: DialectName): string {
  return `at-${dialect}`
}

type Rest = Pick<MatrixUpstream, 'proof' | 'fulfils'>

function from(dialect: DialectName, member: DialectMember, rest: Rest = {}): MatrixUpstream {
  const { channelType: type, key = KEY, other = '', model, streamed = sse } = member
  const isWhole = has(member, 'whole answers')
  return {
    channel: {
      type,
      key,
      other,
      models: modelAt(dialect),
      model_mapping: JSON.stringify({ [modelAt(dialect)]: model }),
    },
    lacks: member.lacks ?? [],
    reply(recording, stream, change = []) {
      const path = `${member.dialect}/chat-${recording}`
      if (stream || !isWhole) return streamed([changed(fixture(`${path}.sse`), change)])
      return json(changed(JSON.stringify(JSON.parse(fixture(`${path}.json`))), change))
    },
    judge: member.judge ?? ((_, reply) => reply),
    refusal: member.refusal,
    ...rest,
  }
}

/** Only what `from` reads of a member: these have no contract of their own. */
const coze: DialectMember = {
  ...dify,
  dialect: 'coze',
  channelType: 49,
  model: 'coze',
  other: '737946218936519889',
  judge: (_, reply) => reply,
}

/** A vendor with chats alone: clients of Responses are translated for it. */
const plain: DialectMember = { ...openai, channelType: 43, model: 'deepseek-chat' }

/** What is unknown passes, for its vendor to refuse; here all else is looked at. */
const unprobed: DialectMember = {
  ...cohere,
  judge: (request, reply) => {
    const { probe: _, ...json } = Object(request.json)
    return cohere.judge?.({ ...request, json }, reply) ?? reply
  },
}

/** Predictions are waited for: there is nothing to stream. */
const REPLICATE: MatrixUpstream = {
  channel: {
    type: 56,
    key: KEY,
    models: modelAt('replicate'),
    model_mapping: JSON.stringify({ [modelAt('replicate')]: 'meta/meta-llama-3-70b-instruct' }),
  },
  lacks: ['thinking', 'tools', 'images'],
  reply: (recording, _stream, change = []) =>
    json(changed(fixture(`replicate/chat-${recording}.json`), change), { status: 201 }),
  judge: (request, reply) => refusalByReplicate(request, KEY) ?? reply,
  refusal: (status, detail) => ({ title: 'Refused', detail, status }),
}

export const UPSTREAMS: Readonly<Record<DialectName, MatrixUpstream>> = {
  openai: from('openai', plain),
  responses: from('responses', responses, {
    proof: { recording: 'thinking', signature: 'gAAAAABrecorded' },
  }),
  anthropic: from('anthropic', anthropic, {
    proof: { recording: 'thinking', signature: 'EqQBCkgIARABGAIiQL8=' },
  }),
  gemini: from('gemini', gemini, {
    proof: { recording: 'tools', signature: 'CiQBjz1rX0Gk1v+2p8Q=' },
  }),
  converse: from('converse', converse, { proof: { recording: 'thinking', signature: 'c2ln' } }),
  coze: from('coze', coze),
  cohere: from('cohere', unprobed),
  dify: from('dify', dify),
  // It calls one function and waits.
  ernie: from('ernie', ernie, { fulfils: ['calls one by one'] }),
  hunyuan: from('hunyuan', hunyuan),
  ollama: from('ollama', ollama),
  replicate: REPLICATE,
}
