import { PaperAirplaneIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'

interface SendLineProps {
  /** Dollars; `undefined` while it is not known. */
  readonly usd: number | undefined
  /** What is used is only known at the end. */
  readonly isAbout?: boolean
  readonly isReady: boolean
  readonly isBusy: boolean
}

/** What it will cost, what there is to pay it with, and the button. */
export function SendLine({ usd, isAbout = false, isReady, isBusy }: SendLineProps) {
  const { text } = useText()
  const format = useFormat()
  const { data } = useEndpoint('user.self')
  return (
    <div className="create-send">
      <p>
        <strong>
          {usd === undefined
            ? text('create.price_unknown')
            : text(isAbout ? 'create.price_about' : 'create.price', { amount: format.usd(usd) })}
        </strong>
        {data !== undefined && (
          <span className="muted">
            {text('create.balance', { amount: format.quota(data.quota) })}
          </span>
        )}
      </p>
      <Button
        type="submit"
        variant="primary"
        leadingVisual={PaperAirplaneIcon}
        disabled={!isReady || isBusy}
      >
        {text('create.send')}
      </Button>
    </div>
  )
}
