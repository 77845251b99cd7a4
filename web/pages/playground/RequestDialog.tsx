import { SegmentedControl } from '@primer/react'
import { useState } from 'react'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Drawer } from '../../components/overlay/Drawer'
import { CodeBlock } from '../../components/text/CodeBlock'
import { codeForms, type Shown } from './code-forms'

interface RequestDialogProps {
  readonly mode: Shown['mode']
  readonly body: object
  readonly onClose: () => void
}

/** The same request for a program, with a token in place of the session. */
export function RequestDialog({ mode, body: requested, onClose }: RequestDialogProps) {
  const { text } = useText()
  const { server_address } = useSite()
  const [at, choose] = useState(0)
  const forms = codeForms(mode)
  const form = forms[at] ?? forms[0]
  const { group: _group, ...body } = shown(requested)
  return (
    <Drawer title={text('playground.request')} onClose={onClose}>
      <div className="request-code">
        <SegmentedControl aria-label={text('playground.request_form')} onChange={choose}>
          {forms.map(({ name }, index) => (
            <SegmentedControl.Button key={name} selected={index === at}>
              {name}
            </SegmentedControl.Button>
          ))}
        </SegmentedControl>
        <CodeBlock
          label={form.name}
          code={form.code({ mode, address: server_address || location.origin, body })}
        />
      </div>
    </Drawer>
  )
}

const HELLO = [{ role: 'user', content: 'hello' }]

/** An empty chat gets a first message, and pictures are cut short: nobody reads them. */
function shown(request: object): Record<string, unknown> {
  const fields = Object.fromEntries(Object.entries(request))
  for (const name of ['messages', 'input']) {
    const said: unknown = fields[name]
    if (Array.isArray(said) && said.length === 0) fields[name] = HELLO
  }
  const text = JSON.stringify(fields)
  return JSON.parse(text.replaceAll(/"(data:image\/[\w+.-]+;base64,)[^"]*"/g, '"$1…"'))
}
