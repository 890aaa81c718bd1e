import type { en } from "./en.ts";
import type { Translation } from "../../translate.ts";

export const zhHans: Translation<typeof en> = {
  "message.register.subject": "您的注册验证码",
  "message.register.body": "您的验证码是 {code}。请勿告诉任何人。",
  "message.reset.subject": "您的新密码验证码",
  "message.reset.body": "您的验证码是 {code}。请勿告诉任何人。",
  "message.email_code.subject": "此邮箱的验证码",
  "message.email_code.body":
    "您的验证码是 {code}。请在个人资料中输入，以使用此邮箱。若非您本人申请，请忽略。",
  "message.phone_code.subject": "此号码的验证码",
  "message.phone_code.body":
    "您的验证码是 {code}。请在个人资料中输入，以使用此号码。若非您本人申请，请忽略。",
  "message.no_account.subject": "有人申请新密码",
  "message.no_account.body": "有人申请了新密码，但此号码没有账户。",
  "message.top_up.subject": "您的充值已到账",
  "message.top_up.body": "您的充值 {amount} 已到账，并已计入余额。参考号：{reference}。",
  "message.withdrawal_paid.subject": "您的提款已支付",
  "message.withdrawal_paid.body": "您的提款 {amount} 已付至您的银行账户。参考号：{reference}。",
  "message.withdrawal_refused.subject": "您的提款未支付",
  "message.withdrawal_refused.body":
    "您的提款 {amount} 未支付，款项已退回余额。原因见应用内。参考号：{reference}。",
  "message.bank_account.subject": "您的银行账户已更改",
  "message.bank_account.body": "您的提款银行账户已更改。",
  "message.email_changed.subject": "您的邮箱已更改",
  "message.email_changed.body": "您账户的邮箱已更改为 {address}。",
  "message.phone_changed.subject": "您的电话号码已更改",
  "message.phone_changed.body": "您账户的电话号码已更改为 {number}。",
  "message.new_device.subject": "新设备登录",
  "message.new_device.body": "有人从一台此前未见过的设备登录了您的账户：{device}。",
  "message.passkey_added.subject": "已添加通行密钥",
  "message.passkey_added.body": "您的账户已添加通行密钥：{device}。持有者无需密码即可登录。",
  "message.password_changed.subject": "您的密码已更改",
  "message.password_changed.body": "您的密码已更改。",
  "message.password_reset.subject": "您的密码已重设",
  "message.password_reset.body": "您的密码已通过验证码重设。提款需等待 24 小时。",
  "message.limits.subject": "您的限额已更改",
  "message.limits.body":
    "您的限额已更改。更严的限额立即生效；更宽的限额须等 24 小时并经您确认。全部限额见应用内。",
  "message.time_out.subject": "您的暂停已开始",
  "message.time_out.body": "您的暂停已开始，持续至 {until}。在此之前您不能投注或充值。",
  "message.exclusion.subject": "您已自我禁止投注",
  "message.exclusion.body":
    "您已自我禁止投注，直至 {until}。任何人都不能提前解除。未结投注照常进行并派彩，您可以提取余额。",
  "message.exclusion_for_good.subject": "您已自我禁止投注",
  "message.exclusion_for_good.body":
    "您已永久自我禁止投注。任何人都不能撤销。未结投注照常进行并派彩，您可以提取余额。",
  "message.register_exclusion.subject": "您被列入自我排除登记册",
  "message.register_exclusion.body":
    "国家自我排除登记册中有您的名字：在此期间，您不能在此投注或充值。未结投注照常进行并派彩，您可以提取余额。",
  "message.register_over.subject": "您已不在登记册中",
  "message.register_over.body":
    "国家自我排除登记册中已没有您的名字。您能否以及何时可以再次投注，请在应用中查看：须提出申请才能恢复。",
  "message.activity.subject": "您在{month}的活动",
  "message.activity.body":
    "您在{month}的投注：投注 {staked}，返还 {returned}，结果 {net}。存入 {topped_up}，提取 {withdrawn}。每日明细见应用内。",
  "message.account_closed.subject": "您的账户已关闭",
  "message.account_closed.body":
    "您的账户已关闭，您的姓名、电话和银行账户已删除。法律要求我们保留账目，但不含您的姓名。",
  "message.notYou": "如非您本人操作，请立即告知本会。",
  "message.open": "打开应用",
  "message.mayRefuse": "您可以在个人资料中关闭此类消息。",
  "message.mayStop":
    "您收到此消息，是因为您同意接收本会优惠信息。您可随时在应用的“限额与暂停”中关闭。",
  "message.mustCome": "无论您如何选择，本会都会发送此消息：这是法律或您的安全所要求的。",
};
