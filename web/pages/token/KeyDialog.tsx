import type { TokenJson } from '../../../server/domain/endpoints/token'
import { CopyLine } from '../../components/CopyLine'
import { Drawer } from '../../components/Drawer'
import { useText } from '../../language'
import { useSite } from '../../site'

interface KeyDialogProps {
  readonly token: TokenJson
  readonly onClose: () => void
}

/** A key and what a client needs beside it. */
export function KeyDialog({ token, onClose }: KeyDialogProps) {
  const { text } = useText()
  const { server_address } = useSite()
  return (
    <Drawer kind="dialog" title={token.name} onClose={onClose}>
      <div className="form">
        <CopyLine label={text('token.key')} value={`sk-${token.key}`} />
        <CopyLine label={text('home.base_url')} value={`${server_address || location.origin}/v1`} />
      </div>
    </Drawer>
  )
}
