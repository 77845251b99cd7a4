/** The code that a buyer scans to pay an order, until it is paid. */
import { TOP_UP_STATUS } from '../../../server/domain/status'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Drawer } from '../overlay/Drawer'
import { QrCode } from '../qr-code/QrCode'
import { methodTitle } from './methods'
import type { ScannedOrder } from './pay'
import { stateText } from './state-text'
import { useOrderState } from './use-order-state'
import './payment.css'

interface ScanDialogProps {
  readonly scanned: ScannedOrder
  readonly onClose: () => void
}

export function ScanDialog({ scanned, onClose }: ScanDialogProps) {
  const { text } = useText()
  const format = useFormat()
  const { tradeNo, code, method } = scanned
  const { order } = useOrderState(tradeNo)
  const isOpen = order === undefined || order.status === TOP_UP_STATUS.pending
  return (
    <Drawer
      kind="dialog"
      title={text('wallet.scan_title')}
      onClose={onClose}
      buttons={[{ content: text('ui.close'), onClick: onClose }]}
    >
      <div className="payment-scan">
        {isOpen && <QrCode value={code} label={text('wallet.scan_code')} />}
        {isOpen && <p>{text('wallet.scan_text', { app: methodTitle({ id: method }, text) })}</p>}
        {order !== undefined && <p role="status">{stateText(order, { text, format })}</p>}
      </div>
    </Drawer>
  )
}
