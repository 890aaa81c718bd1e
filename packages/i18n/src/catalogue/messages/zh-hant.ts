import type { en } from "./en.ts";
import type { Translation } from "../../translate.ts";

export const zhHant: Translation<typeof en> = {
  "message.register.subject": "您的註冊驗證碼",
  "message.register.body": "您的驗證碼是 {code}。請勿告訴任何人。",
  "message.reset.subject": "您的新密碼驗證碼",
  "message.reset.body": "您的驗證碼是 {code}。請勿告訴任何人。",
  "message.email_code.subject": "此電郵的驗證碼",
  "message.email_code.body":
    "您的驗證碼是 {code}。請在個人資料中輸入，以使用此電郵。若非您本人申請，請忽略。",
  "message.phone_code.subject": "此號碼的驗證碼",
  "message.phone_code.body":
    "您的驗證碼是 {code}。請在個人資料中輸入，以使用此號碼。若非您本人申請，請忽略。",
  "message.no_account.subject": "有人申請新密碼",
  "message.no_account.body": "有人申請了新密碼，但此號碼沒有帳戶。",
  "message.top_up.subject": "您的充值已到帳",
  "message.top_up.body": "您的充值 {amount} 已到帳，並已計入結餘。參考號：{reference}。",
  "message.withdrawal_paid.subject": "您的提款已支付",
  "message.withdrawal_paid.body": "您的提款 {amount} 已付至您的銀行帳戶。參考號：{reference}。",
  "message.withdrawal_refused.subject": "您的提款未支付",
  "message.withdrawal_refused.body":
    "您的提款 {amount} 未支付，款項已退回結餘。原因見應用程式內。參考號：{reference}。",
  "message.bank_account.subject": "您的銀行帳戶已更改",
  "message.bank_account.body": "您的提款銀行帳戶已更改。",
  "message.email_changed.subject": "您的電郵已更改",
  "message.email_changed.body": "您帳戶的電郵已更改為 {address}。",
  "message.phone_changed.subject": "您的電話號碼已更改",
  "message.phone_changed.body": "您帳戶的電話號碼已更改為 {number}。",
  "message.new_device.subject": "新裝置登入",
  "message.new_device.body": "有人從一部此前未見過的裝置登入了您的帳戶：{device}。",
  "message.passkey_added.subject": "已新增通行密鑰",
  "message.passkey_added.body": "您的帳戶已新增通行密鑰：{device}。持有者無需密碼即可登入。",
  "message.password_changed.subject": "您的密碼已更改",
  "message.password_changed.body": "您的密碼已更改。",
  "message.password_reset.subject": "您的密碼已重設",
  "message.password_reset.body": "您的密碼已透過驗證碼重設。提款須等待 24 小時。",
  "message.limits.subject": "您的限額已更改",
  "message.limits.body":
    "您的限額已更改。更嚴的限額立即生效；更寬的限額須等 24 小時並經您確認。全部限額見應用程式內。",
  "message.time_out.subject": "您的暫停已開始",
  "message.time_out.body": "您的暫停已開始，持續至 {until}。在此之前您不能投注或充值。",
  "message.exclusion.subject": "您已自我禁制投注",
  "message.exclusion.body":
    "您已自我禁制投注，直至 {until}。任何人都不能提前解除。未結投注照常進行並派彩，您可以提取結餘。",
  "message.exclusion_for_good.subject": "您已自我禁制投注",
  "message.exclusion_for_good.body":
    "您已永久自我禁制投注。任何人都不能撤銷。未結投注照常進行並派彩，您可以提取結餘。",
  "message.register_exclusion.subject": "您被列入自我排除登記冊",
  "message.register_exclusion.body":
    "國家自我排除登記冊中有您的名字：在此期間，您不能在此投注或充值。未結投注照常進行並派彩，您可以提取結餘。",
  "message.register_over.subject": "您已不在登記冊中",
  "message.register_over.body":
    "國家自我排除登記冊中已沒有您的名字。您能否以及何時可以再次投注，請在應用程式中查看：須提出申請才能恢復。",
  "message.activity.subject": "您在{month}的活動",
  "message.activity.body":
    "您在{month}的投注：投注 {staked}，返還 {returned}，結果 {net}。存入 {topped_up}，提取 {withdrawn}。每日明細見應用程式內。",
  "message.account_closed.subject": "您的帳戶已關閉",
  "message.account_closed.body":
    "您的帳戶已關閉，您的姓名、電話和銀行帳戶已刪除。法律要求我們保留帳目，但不含您的姓名。",
  "message.notYou": "如非您本人操作，請立即告知本會。",
  "message.open": "開啟應用程式",
  "message.mayRefuse": "您可以在個人資料中關閉此類訊息。",
  "message.mayStop":
    "您收到此訊息，是因為您同意接收本會優惠資訊。您可隨時在應用程式的「限額與暫停」中關閉。",
  "message.mustCome": "無論您如何選擇，本會都會發送此訊息：這是法律或您的安全所要求的。",
};
