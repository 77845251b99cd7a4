import type { ImportNote } from '../../../server/services/transfer/import-run'

/** Why a row of an import was left out, or what still has to be done about it. */
export const ZH_NOTES = {
  exists: '已存在',
  same: '相同',
  deleted_in_file: '文件中已删除',
  deleted_here: '此处已注销或撤销',
  option_unknown: '未知选项',
  column_unknown: '未知的列',
  blank: '敏感值为空',
  older_name: '已有新名称',
  option_needs: '缺少前提',
  owner_missing: '所有者不存在',
  key_of_another_user: '密钥属于其他用户',
  ambiguous: '名称不唯一',
  key_missing: '缺少密钥',
  proxy_password_missing: '缺少代理密码',
  type_not_relayed: '尚不能转发',
  incomplete: '缺少地址或账号',
  password_missing: '缺少密码',
  key_new: '新密钥',
} as const satisfies Record<Exclude<ImportNote, ''>, string>
