import { CheckCircleFillIcon, CircleIcon, XIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { readStored, store } from '../../app/storage'
import { TextLink } from '../../components/text/TextLink'
import './checklist.css'

const STORED_AS = 'checklist-closed'

/** The way to the first call, for who has not made one; closed by hand, it stays closed. */
export function Checklist() {
  const { text } = useText()
  const format = useFormat()
  const [isClosed, setClosed] = useState(readStored(STORED_AS) === 'true')
  const remembered = useViewer()
  const { data } = useEndpoint('user.self', {}, { skip: isClosed })
  // What this browser remembers holds the place, so that nothing jumps when the answer is here.
  const user = data ?? remembered
  const isNew = user !== undefined && user.request_count === 0
  const { answer: tokens } = useEndpoint(
    'token.list',
    { query: { p: 0, size: 1 } },
    { skip: !isNew },
  )
  if (isClosed || !isNew) return null
  const hasKey = (tokens?.total ?? tokens?.data.length ?? 0) > 0
  const hasMoney = user.quota > 0
  const steps = [
    { name: 'account', isDone: true, note: user.username, to: undefined },
    { name: 'balance', isDone: hasMoney, note: format.quota(user.quota), to: '/topup' },
    { name: 'key', isDone: hasKey, note: '', to: '/token/add' },
    { name: 'call', isDone: false, note: '', to: hasKey ? '/playground' : undefined },
  ] as const
  const close = (): void => {
    store(STORED_AS, 'true')
    setClosed(true)
  }
  return (
    <section className="checklist" aria-label={text('home.steps')}>
      <header>
        <h2>{text('home.steps')}</h2>
        <IconButton
          icon={XIcon}
          size="small"
          variant="invisible"
          aria-label={text('home.steps_close')}
          onClick={close}
        />
      </header>
      <ol>
        {steps.map(({ name, isDone, note, to }) => (
          <li key={name} data-done={isDone}>
            {isDone ? <CheckCircleFillIcon aria-label={text('home.step_done')} /> : <CircleIcon />}
            <span>
              {text(`home.step_${name}`)}
              {note !== '' && <span className="muted number"> {note}</span>}
            </span>
            {!isDone && to !== undefined && (
              <TextLink to={to}>{text(`home.step_${name}_go`)}</TextLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
