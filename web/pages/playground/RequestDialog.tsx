import { SegmentedControl } from '@primer/react'
import { useState } from 'react'
import { CodeBlock } from '../../components/CodeBlock'
import { Drawer } from '../../components/Drawer'
import { useText } from '../../language'
import { useSite } from '../../site'
import { type ChatSettings, type Message, requestOf } from './chat'

interface RequestDialogProps {
  readonly settings: ChatSettings
  readonly messages: readonly Message[]
  readonly onClose: () => void
}

interface Shown {
  readonly address: string
  readonly body: Readonly<Record<string, unknown>>
}

const FORMS = [
  { name: 'curl', code: curlOf },
  { name: 'Python', code: pythonOf },
  { name: 'JavaScript', code: javascriptOf },
] as const

/** The same request for a program, with a token in place of the session. */
export function RequestDialog({ settings, messages, onClose }: RequestDialogProps) {
  const { text } = useText()
  const { server_address } = useSite()
  const [at, choose] = useState(0)
  const { group: _group, ...body } = shown(requestOf(settings, messages))
  const form = FORMS[at] ?? FORMS[0]
  const address = `${server_address || location.origin}/v1`
  return (
    <Drawer title={text('playground.request')} onClose={onClose}>
      <div className="request-code">
        <SegmentedControl aria-label={text('home.start_choice')} onChange={choose}>
          {FORMS.map(({ name }, index) => (
            <SegmentedControl.Button key={name} selected={index === at}>
              {name}
            </SegmentedControl.Button>
          ))}
        </SegmentedControl>
        <CodeBlock label={form.name} code={form.code({ address, body })} />
      </div>
    </Drawer>
  )
}

/** An empty chat gets a first message, and pictures are cut short: nobody reads them. */
function shown(request: object): Record<string, unknown> {
  const fields = Object.fromEntries(Object.entries(request))
  const said = Array.isArray(fields.messages) ? fields.messages : []
  const messages = said.length > 0 ? said : [{ role: 'user', content: 'hello' }]
  const text = JSON.stringify({ ...fields, messages })
  return JSON.parse(text.replaceAll(/"(data:image\/[\w+.-]+;base64,)[^"]*"/g, '"$1…"'))
}

function curlOf({ address, body }: Shown): string {
  // A single quote ends the shell's text, is written by itself, and the text goes on.
  const quoted = JSON.stringify(body, undefined, 2).replaceAll("'", "'\\''")
  return [
    `curl ${address}/chat/completions \\`,
    "  -H 'Authorization: Bearer sk-…' \\",
    "  -H 'Content-Type: application/json' \\",
    `  -d '${quoted}'`,
  ].join('\n')
}

function pythonOf({ address, body }: Shown): string {
  return [
    'import json',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url="${address}", api_key="sk-…")`,
    `request = json.loads(${JSON.stringify(JSON.stringify(body))})`,
    'for chunk in client.chat.completions.create(**request):',
    '    if chunk.choices:',
    '        print(chunk.choices[0].delta.content or "", end="")',
  ].join('\n')
}

function javascriptOf({ address, body }: Shown): string {
  return [
    "import OpenAI from 'openai'",
    '',
    `const client = new OpenAI({ baseURL: '${address}', apiKey: 'sk-…' })`,
    `const stream = await client.chat.completions.create(${JSON.stringify(body, undefined, 2)})`,
    'for await (const chunk of stream) {',
    "  process.stdout.write(chunk.choices[0]?.delta.content ?? '')",
    '}',
  ].join('\n')
}
