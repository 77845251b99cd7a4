import { Label, ProgressBar } from '@primer/react'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../../server/domain/api-calls/answer'
import type { DataOf } from '../../../../server/domain/api-calls/contract'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { Drawer } from '../../../components/overlay/Drawer'

type TestState = DataOf<'channel.test_all_state'>

const LOOK_EVERY_MS = 1000

/** Tests every channel and shows how far that is, then which have failed. */
export function TestAllDialog({ onClose }: { readonly onClose: () => void }) {
  const { text } = useText()
  const { state, problem } = useTestOfAll()
  return (
    <Drawer
      kind="dialog"
      title={text('channel.test_all')}
      subtitle={text('channel.test_all_text')}
      onClose={onClose}
      buttons={[{ content: text('ui.close'), onClick: onClose }]}
    >
      <div className="test-all" role="status">
        {problem !== undefined && <p>{failureText(problem, text)}</p>}
        {state !== undefined && <Progress state={state} />}
      </div>
      {state !== undefined && (
        <ul className="test-list">
          {state.failures.map(({ id, name, model, message }) => (
            <li key={id}>
              <span>
                #{id} {name} <span className="mono muted">{model}</span>
              </span>
              <span className="test-result">
                <Label variant="danger">{text('channel.test_bad')}</Label>
                <span className="test-message">{message}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}

function Progress({ state }: { readonly state: TestState }) {
  const { text } = useText()
  const { running, done, total, tested, failed, skipped } = state
  if (running) {
    return (
      <>
        <p>{text('channel.test_all_running', { done, total })}</p>
        <ProgressBar
          progress={total === 0 ? 0 : (100 * done) / total}
          aria-label={text('channel.test_all')}
        />
      </>
    )
  }
  return <p>{text('channel.test_all_done', { tested, failed, skipped })}</p>
}

/** Begins one, unless one is under way already, and looks at it until it has ended. */
function useTestOfAll() {
  const [state, setState] = useState<TestState | undefined>(undefined)
  const [problem, setProblem] = useState<unknown>(undefined)
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      const { data } = await call('channel.test_all_state')
      if (isGone) return
      setState(data)
      if (data.running) timer = setTimeout(() => void look().catch(setProblem), LOOK_EVERY_MS)
      else await refresh('channel')
    }
    const begin = async (): Promise<void> => {
      try {
        await call('channel.test_all_post')
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'channel.test_running') throw error
      }
      await look()
    }
    begin().catch(setProblem)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])
  return { state, problem }
}
