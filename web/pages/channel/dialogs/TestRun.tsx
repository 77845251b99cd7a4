import { BeakerIcon } from '@primer/octicons-react'
import { Button, Label, Spinner } from '@primer/react'
import { useRef, useState } from 'react'
import { ApiError } from '../../../../server/domain/api-calls/answer'
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { Operation } from '../../../../server/domain/calls/protocol'
import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useExclusive } from '../../../components/form/use-exclusive'
import { Drawer } from '../../../components/overlay/Drawer'

type Result =
  | { readonly state: 'running' }
  | {
      readonly state: 'good'
      readonly seconds: number
      readonly operation: Operation | undefined
    }
  | { readonly state: 'bad'; readonly message: string; readonly seconds: number | undefined }

export interface TestItem {
  readonly key: string
  /** Shown at the left, and part of the name of its button. */
  readonly title: string
  readonly channelId: number
  /** The channel's own model for tests, when absent. */
  readonly model?: string
}

interface TestRunProps {
  readonly title: string
  readonly items: readonly TestItem[]
  /** Of the button that tests them all. */
  readonly allLabel: string
  readonly onClose: () => void
}

/** Tests one thing, or all one after another; results appear as they come. */
export function TestRun({ title, items, allLabel, onClose }: TestRunProps) {
  const { text } = useText()
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({})
  const { isBusy, exclusive } = useExclusive()
  const isClosed = useRef(false)
  const note = (key: string, result: Result): void =>
    setResults((old) => ({ ...old, [key]: result }))
  const test = async (wanted: readonly TestItem[]): Promise<void> => {
    for (const item of wanted) {
      if (isClosed.current) break
      note(item.key, { state: 'running' })
      note(item.key, await tried(item, (error) => failureText(error, text)))
    }
    await refresh('channel')
  }
  const close = (): void => {
    isClosed.current = true
    onClose()
  }
  return (
    <Drawer
      kind="dialog"
      title={title}
      subtitle={text('channel.test_text')}
      onClose={close}
      buttons={[
        { content: text('ui.close'), onClick: close },
        {
          content: allLabel,
          buttonType: 'primary',
          loading: isBusy,
          onClick: () => void exclusive(() => test(items)),
        },
      ]}
    >
      <ul className="test-list">
        {items.map((item) => (
          <li key={item.key}>
            <span className="mono">{item.title}</span>
            <TestResult result={results[item.key]} />
            <Button
              size="small"
              leadingVisual={BeakerIcon}
              disabled={isBusy}
              aria-label={text('channel.test', { name: item.title })}
              onClick={() => void exclusive(() => test([item]))}
            >
              {text('channel.test_one')}
            </Button>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

async function tried(item: TestItem, describe: (error: unknown) => string): Promise<Result> {
  const { channelId: id, model } = item
  try {
    const { data } = await call('channel.test_post', { params: { id }, query: { model } })
    return { state: 'good', seconds: data.time, operation: data.operation }
  } catch (error) {
    const seconds = error instanceof ApiError ? error.time : undefined
    return { state: 'bad', message: describe(error), seconds }
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
  const operation =
    result.state === 'good' && result.operation ? ` · ${text(`operation.${result.operation}`)}` : ''
  const time =
    result.seconds === undefined
      ? ''
      : ` · ${text('ui.seconds', { count: result.seconds.toFixed(2) })}`
  return (
    <span className="test-result" role="status">
      <Label variant={isGood ? 'success' : 'danger'}>
        {text(isGood ? 'channel.test_good' : 'channel.test_bad') + operation + time}
      </Label>
      {!isGood && <span className="test-message">{result.message}</span>}
    </span>
  )
}
