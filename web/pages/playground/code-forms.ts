/** A request of the playground as a program would send it. */
import { PLAYGROUND_ROUTES } from '../../../server/domain/calls/playground'
import { lines, quoted, SAMPLE_KEY, word } from '../../components/quick-start/snippet'
import type { TalkModeId } from './chat/request'
import { TRIALS, type TrialModeId } from './trial/trials'

export interface Shown {
  readonly mode: TalkModeId | TrialModeId
  /** Of the site, without `/v1`. */
  readonly address: string
  readonly body: Readonly<Record<string, unknown>>
}

interface CodeForm {
  readonly name: string
  readonly code: (shown: Shown) => string
}

const SDK_CALLS = { chat: 'chat.completions.create', responses: 'responses.create' } as const
/** What is done with each event of a stream. */
const STREAMED = {
  chat: {
    python: [
      '    if event.choices:',
      '        print(event.choices[0].delta.content or "", end="")',
    ],
    js: 'process.stdout.write(event.choices[0]?.delta.content ?? "")',
  },
  responses: {
    python: [
      '    if event.type == "response.output_text.delta":',
      '        print(event.delta, end="")',
    ],
    js: 'if (event.type === "response.output_text.delta") process.stdout.write(event.delta)',
  },
} as const

/** What stands for the recording of a form. */
const FILE = 'recording.mp3'

const CURL: CodeForm = { name: 'curl', code: curlOf }

/** Those that the mode can be called with. */
export function codeForms(mode: Shown['mode']): readonly [CodeForm, ...CodeForm[]] {
  const call = sdkCallOf(mode)
  if (call === undefined) return [CURL, { name: 'JavaScript', code: fetchOf }]
  return [
    CURL,
    { name: 'Python', code: (shown) => pythonOf(shown, call) },
    { name: 'JavaScript', code: (shown) => javascriptOf(shown, call) },
  ]
}

function isTalk(mode: Shown['mode']): mode is TalkModeId {
  return mode === 'chat' || mode === 'responses'
}

function sdkCallOf(mode: Shown['mode']): string | undefined {
  return isTalk(mode) ? SDK_CALLS[mode] : TRIALS[mode].sdkCall
}

function hasForm(mode: Shown['mode']): boolean {
  return !isTalk(mode) && TRIALS[mode].isForm
}

function urlOf({ mode, address }: Shown): string {
  return address + PLAYGROUND_ROUTES[mode].programPath
}

function curlOf(shown: Shown): string {
  const { mode, body } = shown
  const head = [
    `curl ${word(urlOf(shown))} \\`,
    `  -H ${word(`Authorization: Bearer ${SAMPLE_KEY}`)} \\`,
  ]
  if (hasForm(mode)) {
    const fields = Object.entries(body).map(
      ([name, value]) => `  -F ${word(`${name}=${value}`)} \\`,
    )
    return lines(...head, ...fields, `  -F file=@${FILE}`)
  }
  const output = mode === 'speech' ? [`  -o speech.${body.response_format ?? 'mp3'} \\`] : []
  const json = JSON.stringify(body, undefined, 2)
  return lines(...head, "  -H 'Content-Type: application/json' \\", ...output, `  -d ${word(json)}`)
}

function pythonOf({ mode, address, body }: Shown, call: string): string {
  const isForm = hasForm(mode)
  const file = isForm ? `, file=open("${FILE}", "rb")` : ''
  return lines(
    'import json',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url=${quoted(`${address}/v1`)}, api_key=${quoted(SAMPLE_KEY)})`,
    `request = json.loads(${quoted(JSON.stringify(body))})`,
    ...(body.stream === true && isTalk(mode)
      ? [`for event in client.${call}(**request):`, ...STREAMED[mode].python]
      : [`answer = client.${call}(**request${file})`, ...PYTHON_ENDS[mode === 'speech' ? 1 : 0]]),
  )
}

const PYTHON_ENDS = [['print(answer)'], ['answer.write_to_file("speech.mp3")']] as const

function javascriptOf({ mode, address, body }: Shown, call: string): string {
  const json = JSON.stringify(body, undefined, 2)
  const isForm = hasForm(mode)
  const request = isForm ? `{ ...${json}, file: createReadStream("${FILE}") }` : json
  const end = mode === 'speech' ? 'await answer.arrayBuffer()' : 'answer'
  return lines(
    ...(isForm ? ["import { createReadStream } from 'node:fs'"] : []),
    "import OpenAI from 'openai'",
    '',
    'const client = new OpenAI({',
    `  baseURL: ${quoted(`${address}/v1`)},`,
    `  apiKey: ${quoted(SAMPLE_KEY)},`,
    '})',
    `const answer = await client.${call}(${request})`,
    ...(body.stream === true && isTalk(mode)
      ? ['for await (const event of answer) {', `  ${STREAMED[mode].js}`, '}']
      : [`console.log(${end})`]),
  )
}

/** For what OpenAI's clients have no name for. */
function fetchOf(shown: Shown): string {
  return lines(
    `const answer = await fetch(${quoted(urlOf(shown))}, {`,
    '  method: "POST",',
    '  headers: {',
    `    authorization: ${quoted(`Bearer ${SAMPLE_KEY}`)},`,
    '    "content-type": "application/json",',
    '  },',
    `  body: JSON.stringify(${JSON.stringify(shown.body, undefined, 2)}),`,
    '})',
    'console.log(await answer.json())',
  )
}
