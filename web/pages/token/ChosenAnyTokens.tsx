import { CheckIcon, NoEntryIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import type { AnyTokenJson } from '../../../server/domain/endpoints/token'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { useText } from '../../app/language'
import { ChosenBar } from '../../components/list/ChosenBar'
import { namedToken, useTokenFreezer } from '../../components/stats/FreezeToken'

interface ChosenAnyTokensProps {
  readonly tokens: readonly AnyTokenJson[]
  readonly onDone: () => void
}

/** Freezes those of the ticked tokens that run, or lets the frozen ones go on. */
export function ChosenAnyTokens({ tokens, onDone }: ChosenAnyTokensProps) {
  const { text } = useText()
  const { isBusy, freeze, unfreeze } = useTokenFreezer()
  const chosen = tokens.map((token) => ({ ...namedToken(token), status: token.status }))
  const running = chosen.filter(
    ({ status, isFrozen }) => status === TOKEN_STATUS.enabled && isFrozen !== true,
  )
  const frozen = chosen.filter(
    ({ status, isFrozen }) => status === TOKEN_STATUS.disabled || isFrozen === true,
  )
  const then = async (done: Promise<boolean>): Promise<void> => {
    if (await done) onDone()
  }
  return (
    <ChosenBar count={tokens.length} onDone={onDone}>
      <Button
        size="small"
        variant="danger"
        leadingVisual={NoEntryIcon}
        loading={isBusy}
        disabled={running.length === 0}
        onClick={() => void then(freeze(running))}
      >
        {text('token.freeze')}
      </Button>
      <Button
        size="small"
        leadingVisual={CheckIcon}
        loading={isBusy}
        disabled={frozen.length === 0}
        onClick={() => void then(unfreeze(frozen))}
      >
        {text('token.unfreeze')}
      </Button>
    </ChosenBar>
  )
}
