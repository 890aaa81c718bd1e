import { answerOrders } from "../../core/kit/worker.ts";
import { treeOfPools } from "./bet-tree.ts";

// Large trees, off the thread that answers requests; one after the other.
answerOrders(treeOfPools);
