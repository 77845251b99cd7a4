import { BeakerIcon } from '@primer/octicons-react'
import { Button, Label, Spinner } from '@primer/react'
import { useRef, useState } from 'react'
import { ApiError } from '../../../server/domain/api-calls/answer'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import type { Operation } from '../../../server/domain/protocol'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { Drawer } from '../../components/Drawer'
import { useText } from '../../language'

type Result =
  | { readonly state: 'running' }
  | {
      readonly state: 'good'
      readonly seconds: number
      readonly operation: Operation | undefined
    }
  | { readonly state: 'bad'; readonly message: string; readonly seconds: number | undefined }

interface TestDialogProps {
  readonly channel: ChannelJson
  readonly onClose: () => void
}

/** Tries a channel with one model, or with all one after another; results appear as they come. */
export function TestDialog({ channel, onClose }: TestDialogProps) {
  const { text } = useText()
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({})
  const [isBusy, setBusy] = useState(false)
  const isClosed = useRef(false)
  const models = channel.models.split(',').filter((model) => model !== '')
  const note = (model: string, result: Result): void =>
    setResults((old) => ({ ...old, [model]: result }))
  const test = async (names: readonly string[]): Promise<void> => {
    setBusy(true)
    for (const model of names) {
      if (isClosed.current) break
      note(model, { state: 'running' })
      note(model, await tried(channel.id, model, (error) => failureText(error, text)))
    }
    setBusy(false)
    await refresh('channel')
  }
  const close = (): void => {
    isClosed.current = true
    onClose()
  }
  return (
    <Drawer
      kind="dialog"
      title={text('channel.test', { name: channel.name })}
      subtitle={text('channel.test_text')}
      onClose={close}
      buttons={[
        { content: text('ui.close'), onClick: close },
        {
          content: text('channel.test_models', { count: models.length }),
          buttonType: 'primary',
          loading: isBusy,
          onClick: () => void test(models),
        },
      ]}
    >
      <ul className="test-list">
        {models.map((model) => (
          <li key={model}>
            <span className="mono">{model}</span>
            <TestResult result={results[model]} />
            <Button
              size="small"
              leadingVisual={BeakerIcon}
              disabled={isBusy}
              aria-label={text('channel.test', { name: model })}
              onClick={() => void test([model])}
            >
              {text('channel.test_one')}
            </Button>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

async function tried(id: number, model: string, told: (error: unknown) => string): Promise<Result> {
  try {
    const { data } = await call('channel.test_post', { params: { id }, query: { model } })
    return { state: 'good', seconds: data.time, operation: data.operation }
  } catch (error) {
    const seconds = error instanceof ApiError ? error.time : undefined
    return { state: 'bad', message: told(error), seconds }
  }
}

function TestResult({ result }: { readonly result: Result | undefined }) {
  const { text } = useText()
  if (result === undefined) return <span className="test-result" />
  if (result.state === 'running') {
    return (
      <span className="test-result">
        <Spinner size="small" srText={text('ui.loading')} />
      </span>
    )
  }
  const isGood = result.state === 'good'
  const asked =
    result.state === 'good' && result.operation ? ` · ${text(`operation.${result.operation}`)}` : ''
  const time =
    result.seconds === undefined
      ? ''
      : ` · ${text('ui.seconds', { count: result.seconds.toFixed(2) })}`
  return (
    <span className="test-result" role="status">
      <Label variant={isGood ? 'success' : 'danger'}>
        {text(isGood ? 'channel.test_good' : 'channel.test_bad') + asked + time}
      </Label>
      {!isGood && <span className="test-message">{result.message}</span>}
    </span>
  )
}
